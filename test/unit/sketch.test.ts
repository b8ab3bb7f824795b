import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RunSecrets } from '../../packages/sightline/src/agent/RunSecrets.ts';
import { SnapshotStore } from '../../packages/sightline/src/agent/trace/SnapshotStore.ts';
import { readTracedRun } from '../../packages/sightline/src/inspect/readTracedRun.ts';
import { fitTextToBox } from '../../packages/sightline/src/inspect/sketch/fitTextToBox.ts';
import { sketchPage } from '../../packages/sightline/src/inspect/sketch/sketchPage.ts';
import { type El, el, snapshotOf } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const sketched = (children: El[], target = '') => {
  const { visibility } = sceneOf(children).pageState;
  const targets = new Set(
    visibility.page.nodes.filter(({ name, tag }) => tag === 'button' && name === target),
  );
  return sketchPage(visibility, {
    refOf: (node) => (node.tag === 'button' ? node.index : undefined),
    targets,
  });
};

describe('a sketch of a page', () => {
  test('has its words and what has a number, where they stand', () => {
    const { shapes } = sketched(
      [el('h1', {}, 'Shop'), el('button', { box: [20, 300, 80, 30] }, 'Buy')],
      'Buy',
    );
    expect(shapes.filter(({ kind }) => kind === 'words').map(({ lines }) => lines)).toEqual([
      ['Shop'],
      ['Buy'],
    ]);
    expect(shapes.at(-1)).toMatchObject({
      kind: 'mark',
      box: [20, 300, 80, 30],
      title: 'button Buy',
      isTarget: true,
    });
  });

  test('is of the part that was acted on, wherever it was', () => {
    const { y, shapes } = sketched(
      [el('h1', {}, 'Shop'), el('button', { box: [0, 9_000, 80, 30] }, 'Buy')],
      'Buy',
    );
    expect(y).toBeGreaterThan(8_000);
    expect(shapes.map(({ title }) => title)).toEqual(['button Buy']);
  });

  test('has nothing of what a frame shows only when it is scrolled', () => {
    const inside = [el('p', { box: [0, 10, 90, 20] }, 'Near'), el('p', { box: [0, 500, 90, 20] }, 'Far')];
    const { shapes } = sketched([el('iframe', { box: [0, 0, 300, 100] }, ...inside)]);
    expect(shapes.flatMap(({ lines = [] }) => lines)).toEqual(['Near']);
  });

  test('is of bounded size, and says what it leaves out; what was acted on it has', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => el('button', { box: [0, i % 700, 80, 1] }, `${i}`));
    const { shapes, left } = sketched(many, '3');
    expect(shapes.length).toBeLessThanOrEqual(600);
    expect(left).toBeGreaterThan(4_000);
    expect(shapes.at(-1)).toMatchObject({ title: 'button 3', isTarget: true });
  });

  test('words fit their box, in their order', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 4, max: 900 }),
        fc.integer({ min: 4, max: 300 }),
        (text, width, height) => {
          const { lines, size } = fitTextToBox(text.join(' '), width, height, 15);
          expect(lines.length).toBeGreaterThan(0);
          expect(size).toBeLessThanOrEqual(15);
          if (lines.length > 1) expect(lines.length * size * 1.25).toBeLessThanOrEqual(height + size * 1.25);
          expect(text.join('').startsWith(lines.slice(0, 1).join('').replaceAll(' ', ''))).toBe(true);
        },
      ),
    );
  });
});

describe('the pictures of a run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-run-'));
  const trace = join(folder, 'run.jsonl');
  const page = (words: string) => snapshotOf([el('p', {}, words)]);

  test('are shown beside their steps, and go where their page is found to hold a secret', () => {
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const secrets = new RunSecrets();
    const kept = new SnapshotStore(trace, secrets);
    const steps = ['Your code is XK-4711-Q', 'Welcome'].map((words, n) => {
      const file = kept.save(page(words)) as string;
      const picture = kept.saveScreenshot(Buffer.from(`picture ${n}`), file);
      return { kind: 'step', n: n + 1, snapshot: { file, picture }, numbers: {}, outcomes: [] };
    });
    const records = [{ kind: 'run', version: 1, task: '' }, ...steps];
    writeFileSync(trace, records.map((record) => JSON.stringify(record)).join('\n'));
    expect(readTracedRun(trace, '').pictures.map(String)).toEqual(['picture 0', 'picture 1']);
    secrets.add('XK-4711-Q');
    kept.redactSaved();
    const { run, pictures } = readTracedRun(trace, '');
    expect(pictures.map(String)).toEqual(['picture 1']);
    expect(run.steps.map(({ picture }) => picture)).toEqual([undefined, 0]);
    expect(run.steps.every(({ sketch }) => sketch !== undefined)).toBe(true);
    for (const name of readdirSync(join(folder, 'snapshots')))
      expect(readFileSync(join(folder, 'snapshots', name), 'utf8')).not.toContain('4711');
  });

  test.skipIf(process.platform === 'win32')('are those of the run, no files that links of it lead to', () => {
    const from = mkdtempSync(join(tmpdir(), 'sightline-run-'));
    onTestFinished(() => rmSync(from, { recursive: true }));
    const [named, linked] = ['elsewhere', 'run'].map((name) => join(from, name)) as [string, string];
    const kept = new SnapshotStore(join(named, 'run.jsonl'), new RunSecrets());
    const file = kept.save(page('Welcome')) as string;
    const [picture, other] = ['a picture', 'another'].map(
      (image) => kept.saveScreenshot(Buffer.from(image), file) as string,
    ) as [string, string];
    const steps = [picture, other].map((one, n) => ({
      kind: 'step',
      n: n + 1,
      snapshot: { file, picture: one },
      numbers: {},
      outcomes: [],
    }));
    const lines = [{ kind: 'run', version: 1, task: '' }, ...steps]
      .map((one) => JSON.stringify(one))
      .join('\n');
    const picturesIn = (folder: string): string[] => {
      writeFileSync(join(folder, 'run.jsonl'), lines);
      return readTracedRun(join(folder, 'run.jsonl'), '').pictures.map(String);
    };
    expect(picturesIn(named)).toEqual(['a picture', 'another']);
    mkdirSync(linked);
    symlinkSync(join(named, 'snapshots'), join(linked, 'snapshots'));
    expect(picturesIn(linked)).toEqual([]);
    rmSync(join(named, picture));
    writeFileSync(join(from, 'private'), 'private');
    symlinkSync(join(from, 'private'), join(named, picture));
    expect(picturesIn(named)).toEqual(['another']);
  });
});
