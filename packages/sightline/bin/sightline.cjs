#!/usr/bin/env node
// What npm links as `sightline`: it stands in the checkout before there is a build, since npx remembers a
// link that it could not make.
try {
  require('../dist/cli/main.cjs');
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND' || require('node:fs').existsSync(`${__dirname}/../dist/cli/main.cjs`))
    throw error;
  process.stderr.write(
    'sightline: This checkout is not built yet. Run `npm run build` in it, which installs what it needs.\n',
  );
  process.exitCode = 1;
}
