import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/demo.mjs', import.meta.url));

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

function runDemo(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { timeout: 100_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

/** The text under a `── name: …` line, up to the next. */
function sectionOf({ stdout }: Run, name: string): string {
  const [, text = ''] = stdout.split(new RegExp(`^── ${name}.*$`, 'm'));
  return text.split(/^── /m)[0]?.trim() ?? '';
}

/** The tokens of each row of the closing table, by the row's name. */
function costsOf(run: Run): Record<string, number> {
  const rows = sectionOf(run, 'What it costs').matchAll(/^(.+?) {2,}([\d,]+) /gm);
  return Object.fromEntries([...rows].map(([, name, tokens]) => [name, Number(tokens?.replaceAll(',', ''))]));
}

describe('npm run demo', () => {
  let run: Run;
  beforeAll(async () => {
    run = await runDemo();
  });

  it('shows the page that ships with the checkout in four looks', () => {
    expect(run.stderr).toBe('');
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^Fernway · Garden supplies, trade desk\nfile:.*\/demo\/index\.html\n/);
    expect(sectionOf(run, 'summary')).toContain('REGION: "Open orders"');
    for (const look of ['outline', 'flat', 'interactive only']) {
      expect(sectionOf(run, look)).toMatch(/\[\d+\]<button>Export CSV/);
    }
  });

  it('reports what a person sees: a frame, a shadow root, a scroller, a form with its values', () => {
    const outline = sectionOf(run, 'outline');
    expect(outline).toMatch(/\[\d+\]<button>Reserve bay 2/);
    expect(outline.match(/\d of 5/g)).toHaveLength(5);
    expect(outline).toContain('Prices of the spring catalogue went live');
    expect(outline).toMatch(/value=2025-05-09.*Deliver on/);
    expect(outline).toMatch(/\[\d+\]<select value="Lorry with tail lift"[^\n]*Carrier/);
    expect(outline).toContain('SO-2042 | City of Tallow | 28 April | Late | €1,250.40');
  });

  it('leaves out the closed menus and the dialog, and never shows the secret', () => {
    for (const hidden of ['Sign out', 'Stock levels', 'Message', '481516']) {
      expect(run.stdout).not.toContain(hidden);
    }
  });

  it('counts the tokens of every look beside those of the HTML', () => {
    const { 'raw HTML': html = 0, ...looks } = costsOf(run);
    expect(Object.keys(looks)).toEqual(['summary', 'outline', 'flat', 'interactive only']);
    expect(html).toBeGreaterThan(5000);
    for (const tokens of Object.values(looks)) {
      expect(tokens).toBeGreaterThan(100);
      expect(tokens).toBeLessThan(html / 3);
    }
  });
});

describe('npm run demo -- PAGE', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('opens the HTML file that was named', async () => {
    const path = join(folder, 'own.html');
    await writeFile(path, '<title>Own page</title><main><h1>Mine</h1><button>Press</button></main>');
    const run = await runDemo(path);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^Own page\n/);
    expect(sectionOf(run, 'flat')).toContain('[1]<button>Press');
  });

  it('shows a page on which nothing can be used', async () => {
    const path = join(folder, 'text.html');
    await writeFile(path, '<title>Note</title><p>Only words here.</p>');
    const run = await runDemo(path);
    expect(run.code).toBe(0);
    expect(sectionOf(run, 'outline')).toContain('Only words here.');
    expect(costsOf(run)['raw HTML']).toBeGreaterThan(0);
  });

  it('says in plain words when the page is not there', async () => {
    const run = await runDemo(join(folder, 'missing.html'));
    expect(run.code).toBe(1);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^demo: No such file: .*missing\.html\n {6}\S/);
  });
});
