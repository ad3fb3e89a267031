// The work of a client on the TypeScript SDK v2: node client-v2.mjs auto|legacy CMD [ARG...]
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { work } from './work.mjs';

const [mode, command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'interop', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(new StdioClientTransport({ command, args }));
await work(client);
