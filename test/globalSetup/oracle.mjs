import { installPackages } from '../../packages/lab/benchmarks/installPackages.mjs';

/** The packages whose pages the oracles look at. */
export function setup() {
  installPackages({ peers: false });
}
