import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/** The files of one session. */
export interface SessionPaths {
  socket: string;
  lock: string;
  /** Output of a process that could not start or crashed. */
  log: string;
}

/** Limit for socket paths, bytes: macOS allows 104 with the final zero, Linux 108. */
const LONGEST_SOCKET_PATH = 103;

/** The session of commands that name none. Each workspace has one. */
export const DEFAULT_SESSION = 'default';

/** The folder that a session belongs to: the Git repository that `cwd` is in, else `cwd` itself. */
export function workspaceOf(cwd: string): string {
  return foldersFrom(cwd).find((folder) => existsSync(join(folder, '.git'))) ?? cwd;
}

/**
 * Paths of a session's files; name and workspace are hashed to keep them short. Creates the folder, and rejects one
 * that another user could have prepared. @throws SightlineError `internal`
 */
export function sessionPaths(session: string, workspace: string): SessionPaths {
  return pathsOf(runtimeFolder(), `${hash(session)}-${hash(workspace)}`);
}

/**
 * Where the process of a session may listen, for a command in `cwd`; first, where a new one is to listen. The default
 * session is that of the workspace, or of a folder above it; any other name is found from every folder.
 */
export function findSessionPaths(session: string, cwd: string): SessionPaths[] {
  const folder = runtimeFolder();
  const [name, workspace] = [hash(session), workspaceOf(cwd)];
  const own = `${name}-${hash(workspace)}`;
  const others = listKeys(folder).filter((key) => key !== own && key.startsWith(`${name}-`));
  if (session !== DEFAULT_SESSION) return [own, ...others].map((key) => pathsOf(folder, key));
  const above = foldersFrom(dirname(workspace)).map((path) => `${name}-${hash(path)}`);
  return [own, ...above.filter((key) => others.includes(key))].map((key) => pathsOf(folder, key));
}

/** The sockets of all sessions of this user, or of those that belong to a workspace; some may be stale. */
export function listSessionSockets(workspace?: string): string[] {
  const folder = runtimeFolder();
  return listKeys(folder)
    .filter((key) => workspace === undefined || key.endsWith(`-${hash(workspace)}`))
    .map((key) => pathsOf(folder, key).socket);
}

/** A folder and those above it. */
function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}

function pathsOf(folder: string, key: string): SessionPaths {
  const file = (kind: string): string => join(folder, `${key}.${kind}`);
  const socket = process.platform === 'win32' ? `${pipePrefix()}${key}` : file('sock');
  return { socket, lock: file('lock'), log: file('log') };
}

/** The keys of the sockets in a folder. */
function listKeys(folder: string): string[] {
  if (process.platform === 'win32') {
    const prefix = basename(pipePrefix());
    return readdirSync('\\\\.\\pipe\\')
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));
  }
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sock'))
    .map((name) => name.slice(0, -'.sock'.length));
}

/** FNV-1a, 48 of its 64 bits: loading `node:crypto` would take longer than the rest of a forwarded command. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return value.toString(16).padStart(16, '0').slice(4);
}

const pipePrefix = (): string => `\\\\.\\pipe\\sightline-${userInfo().username}-`;

/** A folder that only this user can enter, on a path short enough for sockets. */
function runtimeFolder(): string {
  const uid = process.getuid?.();
  const name = uid === undefined ? 'sightline' : `sightline-${uid}`;
  const candidates = [join(tmpdir(), name), ...(uid === undefined ? [] : [join('/tmp', name)])];
  const xdgFolder = process.env.XDG_RUNTIME_DIR;
  // After `su` or `sudo` the variable may name another user's folder.
  if (xdgFolder?.startsWith('/') && isOwnFolder(xdgFolder, uid))
    candidates.unshift(join(xdgFolder, 'sightline'));
  const folder = candidates.find(isShort) ?? join(tmpdir(), name);
  ensurePrivateFolder(folder, uid);
  return folder;
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(join(folder, '0123456789ab-0123456789ab.sock')) <= LONGEST_SOCKET_PATH;
}

function isOwnFolder(path: string, uid: number | undefined): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return Boolean(stats?.isDirectory()) && stats?.uid === uid;
}

function ensurePrivateFolder(folder: string, uid: number | undefined): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw unsafeFolder(folder, 'cannot be made', error);
  }
  if (uid === undefined) return;
  // lstat: a link could lead to a folder that another user reads.
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw unsafeFolder(folder, 'is not a folder');
  if (stats.uid !== uid) throw unsafeFolder(folder, 'belongs to another user');
  if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function unsafeFolder(folder: string, why: string, cause?: unknown): SightlineError {
  return new SightlineError('internal', `The folder for session sockets, ${folder}, ${why}.`, {
    hint: 'Remove it, or set XDG_RUNTIME_DIR to a folder of your own.',
    cause,
  });
}
