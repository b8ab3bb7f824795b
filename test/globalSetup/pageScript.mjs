import { bundlePage } from '../../scripts/bundle-page.mjs';
import { bundleScript } from '../../scripts/bundle-script.mjs';

/** Bundles the code that runs inside web pages, and in the box of scripts, which the sources import as constants. */
export async function setup() {
  await bundlePage();
  await bundleScript();
}
