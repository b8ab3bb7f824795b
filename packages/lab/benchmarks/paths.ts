import { join } from 'node:path';

/** packages/lab/benchmarks. The bundle is somewhere else: scripts/bundleBenchmarks.mjs writes this path into it. */
const folder = import.meta.dirname;

/** A file of this folder: reports in `out/`, packages in `node_modules/`, questions, scripts. */
export const benchmarkPath = (...parts: string[]): string => join(folder, ...parts);

/** A file of the repository. */
export const repositoryPath = (...parts: string[]): string => join(folder, '../../..', ...parts);

/** The built command. */
export const commandPath = (): string => repositoryPath('packages/sightline/dist/cli/main.cjs');
