"""The reference client of Python: lists the tools, plays the steps, ends. Prints one JSON object."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


async def play(streams, steps):
    async with ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        tools = [
            {"name": tool.name, "description": tool.description, "inputSchema": tool.inputSchema}
            for tool in (await session.list_tools()).tools
        ]
        answers = []
        for name, arguments in steps:
            result = await session.call_tool(name, arguments)
            answers.append("\n".join(part.text for part in result.content if part.type == "text"))
        return {"tools": tools, "answers": answers}


async def main():
    plan = json.loads(sys.argv[1])
    if "url" in plan:
        async with streamablehttp_client(plan["url"], headers=plan["headers"]) as streams:
            print(json.dumps(await play(streams, plan["steps"])))
    else:
        parameters = StdioServerParameters(command=plan["command"], args=plan["args"], env=plan["env"])
        async with stdio_client(parameters) as streams:
            print(json.dumps(await play(streams, plan["steps"])))


asyncio.run(main())
