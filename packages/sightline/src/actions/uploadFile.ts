import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Locator } from 'playwright-core';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { findControl } from './findControl.ts';

export interface UploadOptions {
  /** Relative paths are resolved against this folder. */
  cwd: string;
  /** Folders that files may be taken from, symbolic links resolved. */
  roots: readonly string[];
}

/**
 * Gives files to a file field, or to the control that opens the file chooser. Throws `not_found` for a missing file,
 * `invalid_argument` for a path outside of the allowed folders, `ActionabilityError`.
 */
export async function uploadFile(
  context: ActionContext,
  node: PageNode,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ActionEffect> {
  const nameOf = (i: number): string => (paths.length === 1 ? 'The file' : `File ${i + 1}`);
  const files = await Promise.all(paths.map((path, i) => resolveAllowedFile(path, nameOf(i), options)));
  const input = findControl(context, node, isFileInput);
  if (input)
    await context.runPlaywright(input, () => setFiles(context.locator(input), files, context.limits));
  else await useFileChooser(context, node, files);
  const names = files.map((file) => file.slice(file.lastIndexOf(sep) + 1));
  return {
    verbPhrase: `gave ${names.map((name) => `"${name}"`).join(', ') || 'no file'} to`,
    node,
    notes: [],
  };
}

async function setFiles(locator: Locator, files: string[], limits: ActionContext['limits']): Promise<void> {
  try {
    await locator.setInputFiles(files, limits);
  } catch (error) {
    if (!/non-multiple/i.test(String(error))) throw error;
    throw new SightlineError('invalid_argument', 'This field takes one file.', { hint: 'Name one.' });
  }
}

const isFileInput = ({ tag, attributes }: PageNode): boolean => tag === 'input' && attributes.type === 'file';

async function useFileChooser(context: ActionContext, node: PageNode, files: string[]): Promise<void> {
  const choosingFile = context.page.waitForEvent('filechooser', context.limits).catch(() => undefined);
  await context.click(node);
  const chooser = await choosingFile;
  if (!chooser) {
    throw new SightlineError('invalid_argument', 'This opens no choice of files.', {
      hint: 'Name the file field, or the button that opens it.',
    });
  }
  await chooser.setFiles(files);
}

/**
 * Outside of the allowed folders, the error does not say whether the file exists. It repeats no path: that may be a secret in
 * the wrong place. `name`: of the file in errors.
 */
/** The file, symbolic links resolved. Throws `not_found`, `invalid_argument` for one outside of the folders. */
export async function resolveAllowedFile(
  path: string,
  name: string,
  { cwd, roots }: UploadOptions,
): Promise<string> {
  const requestedPath = resolve(cwd, path);
  const resolvedPath = await resolveSymlinks(requestedPath);
  const allowed = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
  if (
    !allowed.some(
      (root) => resolvedPath === root || resolvedPath?.startsWith(root.endsWith(sep) ? root : root + sep),
    )
  )
    throw new SightlineError(
      'invalid_argument',
      `${name} is outside of the folders that files may be taken from.`,
      { hint: roots.length > 0 ? `Allowed: ${roots.join(', ')}.` : 'No files may be given here.' },
    );
  const isFile = resolvedPath !== undefined && (await stat(resolvedPath).catch(() => undefined))?.isFile();
  if (isFile) return resolvedPath;
  throw new SightlineError('not_found', `${name} is not there, or is no file.`, {
    hint: 'Give the path of a file.',
  });
}

/** Where a path leads, symbolic links resolved, whether or not something is there; undefined past a link that leads nowhere. */
async function resolveSymlinks(path: string): Promise<string | undefined> {
  const resolvedPath = await realpath(path).catch(() => undefined);
  if (resolvedPath !== undefined) return resolvedPath;
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink();
  const parentFolder = dirname(path);
  if (isLink || parentFolder === path) return undefined;
  const folder = await resolveSymlinks(parentFolder);
  return folder && join(folder, basename(path));
}
