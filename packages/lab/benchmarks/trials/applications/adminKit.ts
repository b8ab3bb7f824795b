import { readFileSync } from 'node:fs';
import { serveFiles } from '../../../src/bench/suites/localServer.ts';
import type { Application } from '../../apps/Application.ts';
import { benchmarkPath } from '../../paths.ts';

const folder = benchmarkPath('node_modules/startbootstrap-sb-admin-2');

/** SB Admin 2: a kit for administration, with a DataTable of 57 people; without its fonts and pictures of other hosts. */
export const adminKit: Application = {
  name: 'sb-admin-2',
  kind: 'an administration kit',
  start: () => serveFiles({ '/': folder }, { '/tables.html': writeTables }),
  tasks: [],
  looks: [],
};

const writeTables = (): string =>
  readFileSync(`${folder}/tables.html`, 'utf8')
    .replace(/<link\s+href="https:[^>]*>/g, '')
    .replace(/src="https:[^"]*"/g, 'src="data:,"');
