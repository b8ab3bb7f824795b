/** Builds dist/, which the tests of the command line run. */
export { buildDist as setup } from '../../scripts/build.mjs';
