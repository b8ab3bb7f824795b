// A tab that a person shares from the browser they use, by the extension (`npx sightline extension --setup`).
import { Session } from 'sightline';

console.error('Click the Sightline button in the toolbar, and share a tab.');
const session = await Session.fromExtension({ name: 'Example' });
console.log((await session.look()).text);
await session.close(); // gives the tab back
