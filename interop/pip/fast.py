"""A small server on fastmcp."""

from fastmcp import FastMCP

server = FastMCP("interop")


@server.tool
def echo(message: str) -> str:
    """Gives the message back."""
    return message


if __name__ == "__main__":
    server.run(show_banner=False)
