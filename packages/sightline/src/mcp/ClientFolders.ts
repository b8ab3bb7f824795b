import { type McpClient, ownerOf } from './McpClient.ts';
import { OutputFolder } from './OutputFolder.ts';

/**
 * The folder of each client: all of the server's for the one at standard input, over HTTP one of its own inside it,
 * so that no client reads the files of another.
 */
export class ClientFolders {
  readonly #root: OutputFolder;
  readonly #ofOwners = new Map<string, OutputFolder>();

  constructor(root: OutputFolder) {
    this.#root = root;
  }

  /** The folder for a call of `client` in `session`. */
  folderFor({ isRemote }: McpClient, session: string): OutputFolder {
    if (!isRemote) return this.#root;
    const owner = ownerOf(session);
    const existing = this.#ofOwners.get(owner);
    if (existing) return existing;
    const folder = new OutputFolder(this.#root.subfolder(owner), owner);
    this.#ofOwners.set(owner, folder);
    return folder;
  }

  /** The folder that a resource of a client is in; undefined where there is none yet. */
  findFolder({ isRemote }: McpClient, owner: string): OutputFolder | undefined {
    return isRemote ? this.#ofOwners.get(owner) : this.#root;
  }

  /** Removes the folder of a client whose session has been closed, if nothing is in it. */
  release(session: string): void {
    const owner = ownerOf(session);
    if (this.#ofOwners.get(owner)?.dispose()) this.#ofOwners.delete(owner);
  }

  /** Removes the folders in which nothing is, and all of them where the server's is a temporary one. */
  dispose(): void {
    for (const folder of this.#ofOwners.values()) folder.dispose();
    this.#root.dispose();
  }
}
