import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandPath } from './paths.ts';

/** `sightline mcp --http` in a process of its own. */
export interface HttpServer {
  url: string;
  headers: Record<string, string>;
  process: ChildProcess;
  /** `ws://` address of its inspector, where it has one. */
  inspector: string | undefined;
  close(): Promise<void>;
}

/** Throws where it ends before it serves. @param nodeArgs such as `--inspect=0` */
export async function startHttpServer(
  env: Readonly<Record<string, string>>,
  nodeArgs: readonly string[] = [],
): Promise<HttpServer> {
  const child = spawn(process.execPath, [...nodeArgs, commandPath(), 'mcp', '--http', '0'], {
    env: { ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  const [, url = '', token = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stderr.on('data', (text) => {
      printed += text;
      const serving = /serving at (\S+) to whoever has the token (\S+)\n/.exec(printed);
      if (serving) resolve(serving);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`sightline mcp ended: ${printed}`)));
  });
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  };
  const [inspector] = /ws:\/\/\S+/.exec(printed) ?? [];
  return { url, headers: { authorization: `Bearer ${token}` }, process: child, inspector, close };
}
