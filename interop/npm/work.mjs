// What every client does: it lists the tools, calls one, and prints what it heard.
export async function work(client) {
  const { tools } = await client.listTools();
  const called = await client.callTool({ name: 'echo', arguments: { message: 'grüße 🎉' } });
  console.log(JSON.stringify({ server: client.getServerVersion()?.name, tools: tools.map((t) => t.name), called }));
  await client.close();
}
