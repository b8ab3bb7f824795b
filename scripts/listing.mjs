// Makes the pictures of the extension's entry in stores, 1280 x 800 pixels each, from the shipped demo page.
// `node scripts/listing.mjs FOLDER`, after `npm run build`.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'demo/index.html');
const folder = resolve(process.argv[2] ?? 'listing');
const { Session } = await import(new URL('../packages/sightline/dist/index.js', import.meta.url));

mkdirSync(folder, { recursive: true });
const session = await Session.launch({ viewport: { width: 1280, height: 800 } });
try {
  await session.navigate(page, { cwd: root });
  await session.screenshot({ path: join(folder, '1-page.png') });
  await session.screenshot({ path: join(folder, '2-numbers.png'), numbers: true });
  await pictureOfText('3-outline.png', (await session.look({ maxTokens: 700 })).text);
  await pictureOfText('4-question.png', (await session.query({ text: 'export' })).text);
  console.log(`listing: four pictures in ${folder}`);
} finally {
  await session.close();
}

/** What a model reads, as it is read. */
async function pictureOfText(name, text) {
  await session.page.setContent(
    '<style>body{margin:40px;background:#101418;color:#e6edf3}pre{font:16px/1.5 monospace;white-space:pre-wrap}</style><pre></pre>',
  );
  await session.page.locator('pre').evaluate(
    (pre, content) => {
      pre.textContent = content;
    },
    text.replaceAll(pathToFileURL(page).href, 'https://fernway.example/orders'),
  );
  await session.page.screenshot({ path: join(folder, name) });
  await session.navigate(page, { cwd: root });
}
