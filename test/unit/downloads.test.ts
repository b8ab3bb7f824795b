import { basename } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Downloads, safeFileName } from '../../packages/sightline/src/browser/tabs/Downloads.ts';

describe('the name of a download', () => {
  it.each([
    ['notes.txt', 'notes.txt'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\evil.exe', 'C_Windows_evil.exe'],
    ['.bashrc', 'bashrc'],
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
        expect(name).toMatch(/^[^./\\][^/\\]*$/su);
        expect([...name].length).toBeLessThanOrEqual(120);
      }),
    );
  });
});

it('a session takes a hundred downloads, and no more', () => {
  const downloads = new Downloads();
  expect(Array.from({ length: 102 }, () => downloads.admitNext()).indexOf(false)).toBe(100);
});
