/** Bundles the code that runs inside web pages, which src/browser imports as a constant. */
export { bundlePage as setup } from '../../scripts/bundle-page.mjs';
