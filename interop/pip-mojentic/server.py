"""A server on mojentic-mcp, which has a command protocol of its own beside JSON-RPC."""

import logging

logging.basicConfig(level=logging.CRITICAL)

from mojentic.llm.tools.date_resolver import ResolveDateTool
from mojentic_mcp.mcp_stdio import StdioMcpServer
from mojentic_mcp.rpc import JsonRpcHandler

StdioMcpServer(JsonRpcHandler(tools=[ResolveDateTool()])).run()
