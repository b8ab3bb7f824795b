import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { type LookOptions, Session } from '../../packages/sightline/src/session/Session.ts';
import { fullBrowser } from '../support/fullBrowser.ts';

/** The samples of docs/formats.md are what the views write. UPDATE_DOCS=1 writes them anew. */
const doc = new URL('../../docs/formats.md', import.meta.url);
const example = new URL('../../docs/example.html', import.meta.url);
const FENCE = /```(\w+) view=(\w+) style=([\w-]+)( again| interactive)?\n([\s\S]*?)```/g;

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await launchBrowser({ executablePath: fullBrowser() });
});
afterAll(() => browser.close());

async function sample(view: string, style: string, how: string): Promise<string> {
  const options = { style, interactiveOnly: how === 'interactive' } as LookOptions;
  const page = await browser.context.newPage();
  const fresh = await Session.fromPlaywright(page);
  try {
    await fresh.navigate(example.pathname, { cwd: '/' });
    await fresh.page.frameLocator('iframe').getByRole('button').waitFor();
    if (view === 'html') return (await fresh.look({ view, htmlMode: style as LookOptions['htmlMode'] })).text;
    if (view === 'headings') return (await fresh.headings()).text;
    if (view === 'firstLook') return (await fresh.firstLook({ maxTokens: Number(style) })).text;
    if (view === 'region') return (await fresh.region('REGION:Cart')).text;
    if (view === 'json')
      return JSON.stringify(oneElement((await fresh.look({ view: 'json' })).data), null, 2);
    if (how === 'again') {
      await fresh.look({ ...options, view: view as 'outline' });
      await fresh.page.evaluate("document.querySelector('tr:last-child').remove()");
    }
    return (await fresh.look({ ...options, view: view as 'outline' })).text;
  } finally {
    await fresh.close();
    await page.close();
  }
}

function oneElement(data: Record<string, unknown>): unknown {
  return (data.elements as { accessibleName: string }[]).find(
    ({ accessibleName }) => accessibleName === 'Country',
  );
}

test('every sample of docs/formats.md is what the view writes', async () => {
  const text = readFileSync(doc, 'utf8');
  let written = text;
  for (const [block, language, view, style, how = ''] of text.matchAll(FENCE)) {
    const rendered = (await sample(view as string, style as string, how.trim())).replace(
      /file:\/\/\S*\/docs/,
      'https://acme.test',
    );
    written = written.replace(
      block,
      () => `\`\`\`${language} view=${view} style=${style}${how}\n${rendered}\n\`\`\``,
    );
  }
  if (process.env.UPDATE_DOCS) writeFileSync(doc, written);
  else expect(text).toBe(written);
});
