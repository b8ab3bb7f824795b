// A form: look, find a field, fill it in, send it, wait for the answer, take a picture.
import { Session } from 'sightline';

const form = `<title>Newsletter</title><h1>Newsletter</h1><label>E-mail <input type="email"></label>
  <button onclick="document.querySelector('p').textContent = 'Thank you'">Subscribe</button><p></p>`;

// Launch a browser and open a page.
const session = await Session.launch({ headless: true });
await session.navigate(`data:text/html,${encodeURIComponent(form)}`, { schemes: ['data'] });

// Look: the outline of the page, every control with its number.
const { text, timing } = await session.look({ maxTokens: 2000 });
console.log(text, timing.total); // ... [1]<input type=email>E-mail [2]<button>Subscribe

// Query: the controls that fit the words, best first.
const found = await session.query({ text: 'subscribe', role: 'button' });
console.log(found.text); // [2]<button>Subscribe

// Act by number: each answer says what changed.
await session.fill(1, 'ada@example.com');
const sent = await session.click(2);
console.log(sent.text); // ... Thank you

// Wait for a text, an address, an element, or until the page is at rest.
await session.waitFor({ text: 'Thank you', timeoutMs: 5000 });

// Screenshot with the numbers drawn in; secrets are masked.
const { image } = await session.screenshot({ numbers: true });
console.log(image.length, 'bytes');
await session.close();
