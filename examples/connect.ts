// A browser that runs already: started with --remote-debugging-port=9222, or a remote grid's ws:// address.
import { Session } from 'sightline';

const session = await Session.connect({ cdpUrl: 'http://127.0.0.1:9222' });
await session.openTab(); // without it: in the tab that is open there
await session.navigate('https://example.com');
console.log((await session.look()).text);
await session.close(); // disconnects: the browser and its tabs stay
