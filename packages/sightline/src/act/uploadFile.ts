import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Locator } from 'playwright-core';
import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';

export interface UploadOptions {
  /** Folder that relative paths stand for. */
  cwd: string;
  /** Folders that files may be taken from, symbolic links resolved. */
  roots: readonly string[];
}

/**
 * Gives files to a file field, or to the control that opens the choice of files. Throws `not_found` for a file that is
 * missing, `invalid_argument` for a path outside of the allowed folders, `Refusal`.
 */
export async function uploadFile(
  hand: Hand,
  node: PageNode,
  paths: readonly string[],
  options: UploadOptions,
): Promise<Deed> {
  const files = await Promise.all(paths.map((path) => allowedFile(path, options)));
  const input = fileInputOf(node, hand);
  if (input) await hand.attempt(input, () => setFiles(hand.locator(input), files, hand.left));
  else await chooseFiles(hand, node, files);
  const names = files.map((file) => file.slice(file.lastIndexOf(sep) + 1));
  return { did: `gave ${names.map((name) => `"${name}"`).join(', ') || 'no file'} to`, node, notes: [] };
}

async function setFiles(locator: Locator, files: string[], timeout: number): Promise<void> {
  try {
    await locator.setInputFiles(files, { timeout });
  } catch (error) {
    if (!/non-multiple/i.test(String(error))) throw error;
    throw new SightlineError('invalid_argument', 'This field takes one file.', { hint: 'Name one.' });
  }
}

/** The field itself, or the only one in what was named: a styled label, a drop zone, a form. */
function fileInputOf(node: PageNode, { pruning }: Hand): PageNode | undefined {
  if (isFileInput(node)) return node;
  const forId = node.attribute('for');
  const inside = pruning.page.nodes.slice(node.index, node.end).filter(isFileInput);
  if (inside.length === 1) return inside[0];
  if (!forId) return undefined;
  return pruning.page.nodes.find(
    (one) => isFileInput(one) && one.document === node.document && one.attribute('id') === forId,
  );
}

const isFileInput = ({ tag, attributes }: PageNode): boolean => tag === 'input' && attributes.type === 'file';

async function chooseFiles(hand: Hand, node: PageNode, files: string[]): Promise<void> {
  const choosing = hand.page.waitForEvent('filechooser', { timeout: hand.left }).catch(() => undefined);
  await hand.click(node);
  const chooser = await choosing;
  if (!chooser) {
    throw new SightlineError('invalid_argument', 'This opens no choice of files.', {
      hint: 'Name the file field, or the button that opens it.',
    });
  }
  await chooser.setFiles(files);
}

/** Whether a file is there is told of the folders alone that files may be taken from. */
async function allowedFile(path: string, { cwd, roots }: UploadOptions): Promise<string> {
  const asked = resolve(cwd, path);
  const real = await whereabouts(asked);
  const allowed = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
  if (!allowed.some((root) => real === root || real?.startsWith(root.endsWith(sep) ? root : root + sep)))
    throw new SightlineError(
      'invalid_argument',
      `${path} is outside of the folders that files may be taken from.`,
      { hint: `Allowed: ${roots.join(', ')}.` },
    );
  const isFile = real !== undefined && (await stat(real).catch(() => undefined))?.isFile();
  if (isFile) return real;
  throw new SightlineError('not_found', `There is no file ${path}.`, { hint: 'Give the path of a file.' });
}

/** Where a path leads, symbolic links resolved, whether or not something is there; undefined past a link that leads nowhere. */
async function whereabouts(path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink();
  const above = dirname(path);
  if (isLink || above === path) return undefined;
  const folder = await whereabouts(above);
  return folder && join(folder, basename(path));
}
