"""The work of a client on the Python SDK: python client.py CMD [ARG...]"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters, stdio_client


async def main() -> None:
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        began = await session.initialize()
        tools = await session.list_tools()
        called = await session.call_tool("echo", {"message": "grüße 🎉"})
        print(json.dumps({
            "revision": began.protocol_version,
            "tools": [tool.name for tool in tools.tools],
            "called": called.model_dump(mode="json", exclude_none=True),
        }))


asyncio.run(main())
