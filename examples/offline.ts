// A page that was captured before (`npx sightline look https://example.com --save page.json`), without a browser.
// `sightline/core` needs nothing of Node: a web page or another runtime can do the same.
import { readFileSync } from 'node:fs';
import { CapturedPage } from 'sightline/core';

const page = CapturedPage.parse(readFileSync('page.json', 'utf8'));
console.log(page.look({ maxTokens: 2000 }).text);
console.log(page.query({ text: 'search' }).text);
