"""A small server on the Python SDK."""

from mcp.server import MCPServer

server = MCPServer("interop")


@server.tool()
def echo(message: str) -> str:
    """Gives the message back."""
    return message


if __name__ == "__main__":
    server.run()
