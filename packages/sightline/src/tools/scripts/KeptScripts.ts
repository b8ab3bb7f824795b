import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { escapeInline, stripInvisible } from '../../render/escape.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { collapseSpaces, shorten } from '../../snapshot/shorten.ts';
import type { ToolContext, ToolResult } from '../defineTool.ts';

/** A script that was kept for a site. */
export interface KeptScript {
  name: string;
  /** Of the site, as in an address: `shop.example.com`, `localhost:8080`. */
  host: string;
  /** Names of its arguments. */
  args: string[];
  /** What it does, in a line; '' where that was not said. */
  about: string;
  /** Without its header. */
  source: string;
  path: string;
}

const FOLDER = ['.sightline', 'scripts'];
/** No folder, not hidden, no device name of Windows. */
const NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)$)[a-z\d][\w-]{0,59}$/i;
/** As `folderName` writes one. */
const HOST_FOLDER = /^[a-z\d_-][a-z\d._-]*$/;
const MAX_FILE_BYTES = 1_000_000;
const MAX_ABOUT_LENGTH = 120;
/** Of the line that names the scripts of a site. */
const MAX_LINE_LENGTH = 300;
const HEADER = /^\/\/ sightline script: (.*)\n\/\/ args: (.*)\n/;

/** The scripts that are kept in `.sightline/scripts/HOST/NAME.js` of a folder: the user's, or the one that a host gives. */
export class KeptScripts {
  readonly #root: string;
  readonly #folder: string;

  constructor({ cwd, files }: Pick<ToolContext, 'cwd' | 'files'>) {
    this.#root = files ?? cwd;
    this.#folder = join(this.#root, ...FOLDER);
  }

  /** Those of a site, or all; by name. */
  list(host?: string): KeptScript[] {
    const hosts = host === undefined ? subfolders(this.#folder) : [folderName(host)];
    if (this.#isLinked(join(this.#folder, hosts.length === 1 ? (hosts[0] as string) : ''))) return [];
    return hosts.flatMap((folder) =>
      scriptFiles(join(this.#folder, folder)).flatMap((file) => this.#read(folder, file) ?? []),
    );
  }

  /** The one of that name, of the site before others. Throws `not_found`, `ambiguous` where several sites have one. */
  find(name: string, host?: string): KeptScript {
    const named = this.list().filter((one) => one.name === name);
    const here = named.filter((one) => host !== undefined && folderName(one.host) === folderName(host));
    const [found, another] = here.length > 0 ? here : named;
    if (found && !another) return found;
    if (found)
      throw new SightlineError('ambiguous', `Several sites have a script ${JSON.stringify(name)}.`, {
        hint: `Open one of these first: ${named.map((one) => one.host).join(', ')}.`,
      });
    const names = this.list().map((one) => one.name);
    throw new SightlineError(
      'not_found',
      `No script is kept under the name ${JSON.stringify(name.slice(0, 100))}.`,
      {
        hint:
          names.length > 0
            ? `There are ${[...new Set(names)].join(', ')}.`
            : 'Give a file, or `-` and the script on standard input.',
      },
    );
  }

  /** Keeps a script for a site, in place of one of that name. Returns its path from the folder. Throws `invalid_argument`. */
  save({ name, host, args, source }: Pick<KeptScript, 'name' | 'host' | 'args' | 'source'>): string {
    if (!isName(name))
      throw new SightlineError('invalid_argument', `${JSON.stringify(name)} is no name for a script.`, {
        hint: 'Letters, digits, - and _, such as add-to-cart.',
      });
    const folder = join(this.#folder, folderName(host));
    const path = join(folder, `${name}.js`);
    if (this.#isLinked(folder) || isLink(path))
      throw new SightlineError('invalid_argument', 'Scripts are not kept behind symbolic links.', {
        hint: `Remove the link: ${relative(this.#root, path)} leads elsewhere.`,
      });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const body = source.replace(HEADER, '').trimEnd();
    const header = `// sightline script: ${aboutOf(body)}\n// args: ${args.filter(isName).join(', ')}\n`;
    writeFileSync(path, `${header}${body}\n`, { mode: 0o600 });
    return relative(this.#root, path);
  }

  remove(script: KeptScript): void {
    rmSync(script.path, { force: true });
  }

  /** Whether a folder, or one between it and the root, leads elsewhere. */
  #isLinked(folder: string): boolean {
    const parts = relative(this.#root, folder).split(sep);
    return parts.some((_, i) => isLink(join(this.#root, ...parts.slice(0, i + 1))));
  }

  #read(folder: string, file: string): KeptScript | undefined {
    const path = join(this.#folder, folder, file);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
    const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
    const [header = '', about = '', args = ''] = HEADER.exec(text) ?? [];
    return {
      name: file.replace(/\.js$/, ''),
      host: folder.replace(/_(?=\d+$)/, ':'),
      args: args
        .split(',')
        .map((one) => one.trim())
        .filter(isName),
      about: escapeInline(shorten(about.trim(), MAX_ABOUT_LENGTH)),
      source: text.slice(header.length),
      path,
    };
  }
}

/** An answer that shows a page, with a line that names the scripts kept for its site. */
export function withKeptScripts(result: ToolResult, context: ToolContext, url: string): ToolResult {
  const kept = new KeptScripts(context).list(hostOf(url));
  if (kept.length === 0) return result;
  const names = kept.map(({ name, args, about }) => `${name}(${args.join(', ')})${about && `: ${about}`}`);
  const call = context.calls === 'commands' ? 'sightline run NAME --arg KEY=VALUE' : 'run_script by name';
  const line = `scripts kept for this site (${call}): ${shorten(names.join('; '), MAX_LINE_LENGTH)}`;
  return {
    ...result,
    text: [result.text, line].filter((part) => part !== '').join('\n'),
    data: { ...result.data, scripts: kept.map(({ name }) => name) },
  };
}

/** `local` for what has none. */
export function hostOf(url: string): string {
  return (URL.canParse(url) && new URL(url).host) || 'local';
}

/** A host as the name of a folder on any system. */
const folderName = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:(?=\d+$)/, '_')
    .replace(/[^a-z\d._-]/g, '-')
    .replace(/^\.+/, '');

/** From the comment that the script begins with. */
function aboutOf(source: string): string {
  const [, line = '', block = ''] = /^\s*(?:\/\/ ?(.*)|\/\*+\s*([^*]*))/.exec(source) ?? [];
  return shorten(stripInvisible(collapseSpaces(line || block)), MAX_ABOUT_LENGTH);
}

const isName = (name: string): boolean => NAME.test(name);

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const subfolders = (folder: string): string[] =>
  entries(folder)
    .filter((one) => one.isDirectory() && HOST_FOLDER.test(one.name))
    .map(({ name }) => name);

/** Those alone that are named as `save` names them: the folder may have come with a repository. */
const scriptFiles = (folder: string): string[] =>
  entries(folder)
    .filter((one) => one.isFile() && one.name.endsWith('.js') && isName(one.name.slice(0, -'.js'.length)))
    .map(({ name }) => name);

function entries(folder: string): { name: string; isFile(): boolean; isDirectory(): boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
