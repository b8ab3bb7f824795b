import { installPackages } from '../../bench/installPackages.mjs';

/** The packages whose pages the oracles look at. */
export function setup() {
  installPackages({ peers: false });
}
