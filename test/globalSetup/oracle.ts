import { installPackages } from '../../packages/lab/benchmarks/installPackages.ts';

/** The packages whose pages the oracles look at. */
export function setup(): void {
  installPackages({ peers: process.env.SIGHTLINE_ORACLE_ALL === '1' });
}
