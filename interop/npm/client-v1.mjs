// The work of a client on the TypeScript SDK v1: node client-v1.mjs CMD [ARG...]
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { work } from './work.mjs';

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'interop', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args }));
await work(client);
