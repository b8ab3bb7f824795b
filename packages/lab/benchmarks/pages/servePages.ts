import { type LocalServer, serveFiles } from '../../src/bench/suites/localServer.ts';
import { benchmarkPath } from '../paths.ts';

/** As `serveFiles`; every other path is a file of the benchmarks' packages. */
export const servePages = (
  made: Readonly<Record<string, () => string>>,
  folders: Readonly<Record<string, string>> = {},
): Promise<LocalServer> => serveFiles({ ...folders, '/': benchmarkPath('node_modules') }, made);
