// A small server on the TypeScript SDK v2, which speaks both eras.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'interop', version: '1.0.0' });
  server.registerTool(
    'echo',
    { description: 'Gives the message back', inputSchema: z.object({ message: z.string() }) },
    async ({ message }) => ({ content: [{ type: 'text', text: message }] }),
  );
  server.registerPrompt('greet', { description: 'Greets' }, async () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Good morning' } }],
  }));
  server.registerResource('note', 'note://1', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, text: 'a note' }],
  }));
  return server;
});
