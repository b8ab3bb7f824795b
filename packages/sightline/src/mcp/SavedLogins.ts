import { nearestWord } from '../snapshot/nearestWord.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { statePath } from '../tools/stateName.ts';

/** The saved logins that the person who started a server lets its sessions have. A model says their names, and sees no more of them. */
export class SavedLogins {
  /** Their files by name. */
  readonly #paths: ReadonlyMap<string, string>;

  /** `names`: plain names, or files below `cwd`. */
  constructor(names: readonly string[] = [], cwd = '.') {
    this.#paths = new Map(names.map((name) => [name, statePath(name, cwd)]));
  }

  /** The file of a login that was named. @throws SightlineError `invalid_argument` for one that is not there to be named */
  find(name: string | undefined): string | undefined {
    if (name === undefined) return undefined;
    const path = this.#paths.get(name);
    if (path !== undefined) return path;
    const names = [...this.#paths.keys()];
    const near = nearestWord(name, names);
    const hint =
      names.length > 0
        ? `There are: ${names.join(', ')}.`
        : 'Its user names them: sightline mcp --state NAME.';
    throw new SightlineError(
      'invalid_argument',
      `This server has no login ${JSON.stringify(name.slice(0, 100))}.`,
      {
        hint: near === undefined ? hint : `Did you mean ${near}? ${hint}`,
      },
    );
  }

  /** The same for a session that begins: without a name, the only one there is. */
  pathFor(name: string | undefined): string | undefined {
    return this.find(name ?? (this.#paths.size === 1 ? [...this.#paths.keys()][0] : undefined));
  }
}
