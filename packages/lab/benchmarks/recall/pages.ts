import { benchmarkPath } from '../paths.ts';

export const SETS = ['first', 'second', 'given'] as const;

/** A page of the recall set: as a package ships it, none written for the test. */
export interface RecallPage {
  /** The weights of the search are chosen on `first`; `second` was written by others, and is held back; `given` is a file. */
  set: (typeof SETS)[number];
  /** The name of its file in `questions/`. */
  name: string;
  /** On the benchmarks' server. */
  path: string;
  /** A selector that matches once the page has built itself. */
  ready?: string;
}

const sneat = '/sneat-bootstrap-html-admin-template-free/html';

const gentelella = {
  index: 'index',
  inbox: 'inbox',
  files: 'file_manager',
  orders: 'orders',
  order: 'order_detail',
  kanban: 'kanban',
  settings: 'settings',
  calendar: 'calendar',
  chat: 'chat',
  users: 'user_management',
  product: 'product_detail',
  theme: 'theme',
};

const firstPages: Omit<RecallPage, 'set'>[] = [
  ...Object.entries(gentelella).map(([name, file]) => ({
    name: `gentelella-${name}`,
    path: `/production/${file}.html`,
  })),
  { name: 'sneat-account', path: `${sneat}/pages-account-settings-account.html` },
  { name: 'svgedit', path: '/svgedit/dist/editor/index.html', ready: '#tool_undo' },
  { name: 'ckeditor-sample', path: '/ckeditor4/samples/index.html', ready: '.cke_button__source' },
  { name: 'editormd-full', path: '/editor.md/examples/full.html', ready: '.editormd-menu' },
  { name: 'jsdoc', path: '/svgedit/docs/jsdoc/index.html' },
  { name: 'sb-admin-2-index', path: '/startbootstrap-sb-admin-2/index.html' },
  {
    name: 'sb-admin-2-tables',
    path: '/startbootstrap-sb-admin-2/tables.html',
    ready: '#dataTable_paginate',
  },
  { name: 'sb-admin-index', path: '/startbootstrap-sb-admin/dist/index.html' },
  { name: 'material-billing', path: '/material-dashboard/pages/billing.html' },
  { name: 'material-notifications', path: '/material-dashboard/pages/notifications.html' },
  { name: 'material-rtl', path: '/material-dashboard/pages/rtl.html' },
  { name: 'jquery-ui', path: '/jquery-ui-dist/index.html' },
  { name: 'swagger', path: '/swagger-ui-dist/bench.html', ready: '.opblock-body' },
];

const secondPages: Omit<RecallPage, 'set'>[] = [
  { name: 'paper-path', path: '/paper/dist/docs/classes/Path.html' },
  { name: 'paper-color', path: '/paper/dist/docs/classes/Color.html' },
  { name: 'vis-timeline', path: '/vis/docs/timeline/index.html' },
  { name: 'vis-network', path: '/vis/docs/network/index.html' },
  { name: 'leaflet-draw', path: '/leaflet-draw/docs/leaflet-draw-latest.html' },
  { name: 'spectre-forms', path: '/spectre.css/docs/elements/forms.html' },
  { name: 'spectre-calendars', path: '/spectre.css/docs/experimentals/calendars.html' },
  { name: 'ztree-api', path: '/@ztree/ztree_v3/api/API_cn.html' },
  { name: 'vali-mailbox', path: '/vali-admin/docs/page-mailbox.html' },
  { name: 'vali-forms', path: '/vali-admin/docs/form-components.html' },
  { name: 'vali-calendar', path: '/vali-admin/docs/page-calendar.html', ready: '.fc-view' },
  { name: 'vali-datatable', path: '/vali-admin/docs/table-data-table.html', ready: '#sampleTable_filter' },
  { name: 'swagger-editor', path: '/swagger-editor-dist/index.html', ready: '.opblock' },
  { name: 'weui', path: '/weui/dist/example/index.html' },
  { name: 'grapesjs', path: '/grapesjs/index.html' },
  { name: 'layui-table', path: '/layui-src/examples/table.html', ready: '.layui-table-view tbody tr' },
  { name: 'jsgrid', path: '/jsgrid/demos/basic.html', ready: '.jsgrid-row' },
  { name: 'medium-editor', path: '/medium-editor/demo/static-toolbar.html', ready: '.medium-editor-toolbar' },
];

export const recallPages: RecallPage[] = [
  ...firstPages.map((page) => ({ set: 'first' as const, ...page })),
  ...secondPages.map((page) => ({ set: 'second' as const, ...page })),
];

/** Where the folder of the pages of a given set is served. */
export const GIVEN = '/given/';

/** The pages of gentelella name their scripts and styles from the root of the server. */
export const recallFolders = (): Record<string, string> =>
  Object.fromEntries(
    ['production', 'assets', 'js', 'images'].map((folder) => [
      `/${folder}/`,
      benchmarkPath('node_modules/gentelella/dist', folder),
    ]),
  );
