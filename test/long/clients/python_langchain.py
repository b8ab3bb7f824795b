"""LangChain's adapters: loads the tools, plays the steps in one session, ends. Prints one JSON object."""

import asyncio
import json
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools


def text_of(answer):
    if isinstance(answer, str):
        return answer
    return "\n".join(part["text"] for part in answer if part.get("type") == "text")


async def main():
    plan = json.loads(sys.argv[1])
    if "url" in plan:
        server = {"transport": "streamable_http", "url": plan["url"], "headers": plan["headers"]}
    else:
        server = {"transport": "stdio", "command": plan["command"], "args": plan["args"], "env": plan["env"]}
    client = MultiServerMCPClient({"sightline": server})
    # As its documentation begins: a connection of its own, which ends before the first call.
    listed = [
        {"name": tool.name, "description": tool.description, "inputSchema": tool.args_schema}
        for tool in await client.get_tools()
    ]
    async with client.session("sightline") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}
        answers = [text_of(await tools[name].ainvoke(arguments)) for name, arguments in plan["steps"]]
    print(json.dumps({"tools": listed, "answers": answers}))


asyncio.run(main())
