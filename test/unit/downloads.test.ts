import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import type { Download } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { Downloads, safeFileName } from '../../packages/sightline/src/browser/tabs/Downloads.ts';
import { OutputFolder } from '../../packages/sightline/src/mcp/OutputFolder.ts';

describe('the name of a download', () => {
  it.each([
    ['notes.txt', 'notes.txt'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\evil.exe', 'C_Windows_evil.exe'],
    ['.bashrc', 'bashrc'],
    ['-rf', 'rf'],
    ['.--.-x', 'x'],
    ['$(id)`id`.txt', '_(id)_id_.txt'],
    ["it's; 'rm' %TMP%.txt", 'it_s; _rm_ _TMP_.txt'],
    ['a [5]<button>\uff3b6\uff3d\uff0fb.txt', 'a _5_button_6_b.txt'],
    ['  a  b .txt ', 'a  b .txt'],
    ['CON', 'download_CON'],
    ['nul.txt', 'download_nul.txt'],
    ['', 'download'],
    ['...', 'download'],
    ['photo\u202Egpj.exe', 'photo_gpj.exe'],
    ['a\nb\0.txt', 'a_b_.txt'],
    ['Rechnung \u00e4\u00f6 2026.pdf', 'Rechnung \u00e4\u00f6 2026.pdf'],
    [`${'x'.repeat(300)}.tar.gz`, `${'x'.repeat(97)}.gz`],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(19)}`],
  ])('%j becomes %j', (wanted, name) => {
    expect(safeFileName(wanted)).toBe(name);
  });

  it('is never a path, never hidden, never empty or too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (wanted) => {
        const name = safeFileName(wanted);
        expect(basename(name)).toBe(name);
        expect(name).toMatch(/^[^-./\\][^/\\$`'"%]*$/su);
        expect([...name].length).toBeLessThanOrEqual(120);
      }),
    );
  });

  it('holds nothing that is not seen', () => {
    expect(safeFileName('a\uffa0b\u3164c\u115fd\u{e0100}.txt')).toBe('a_b_c_d_.txt');
  });
});

describe('the folder of downloads', () => {
  const root = mkdtempSync(join(tmpdir(), 'sl-downloads-'));
  afterAll(() => rmSync(root, { recursive: true }));
  const download = {
    saveAs: async (path: string) => writeFileSync(path, 'offered', { mode: 0o644 }),
  } as unknown as Download;

  it('takes files that their owner alone may read, and goes through no link', async () => {
    const folder = join(root, 'folder');
    mkdirSync(folder);
    symlinkSync(join(root, 'victim'), join(folder, 'a.txt'));
    const saved = await new Downloads(folder).save(download, 'a.txt');
    expect([basename(saved), statSync(saved).mode & 0o777]).toEqual(['a (2).txt', 0o600]);
    expect(existsSync(join(root, 'victim'))).toBe(false);
  });

  it('is none that is a link', async () => {
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'downloads'));
    await expect(new Downloads(join(root, 'downloads')).save(download, 'a.txt')).rejects.toThrow('is a link');
    expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
    expect(() => new OutputFolder(root).subfolder('downloads')).toThrow('is no folder, but a link or a file');
  });
});

it('a session takes a hundred downloads, and no more', () => {
  const downloads = new Downloads();
  expect(Array.from({ length: 102 }, () => downloads.admitNext()).indexOf(false)).toBe(100);
});
