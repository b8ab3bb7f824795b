"""The DOM service of browser-use, a snapshot a line: `python browser_use_dom.py http://127.0.0.1:9222 ATTRIBUTE`."""

import asyncio
import json
import sys
from importlib.metadata import version


async def main(endpoint: str, mark: str) -> None:
    from browser_use.browser import BrowserProfile, BrowserSession
    from browser_use.dom.service import DomService

    session = BrowserSession(browser_profile=BrowserProfile(cdp_url=endpoint, keep_alive=True))
    await session.start()
    say({"version": version("browser-use")})
    while (line := await asyncio.to_thread(sys.stdin.readline)).strip() == "snapshot":
        try:
            # The whole page, as the others tell it: by default it ends 1,000 pixels below the viewport.
            service = DomService(session, viewport_threshold=None)
            state, _, _ = await service.get_serialized_dom_tree()
            say({"text": state.llm_representation(), "refs": [ref(node, mark) for node in state.selector_map.values()]})
        except Exception as error:  # told to the bench, which names it in its report
            say({"error": f"{type(error).__name__}: {error}"})
    await session.stop()


def ref(node, mark: str) -> dict:
    return {"mark": (node.attributes or {}).get(mark)}


def say(message: dict) -> None:
    print(json.dumps(message), flush=True)


asyncio.run(main(*sys.argv[1:]))
