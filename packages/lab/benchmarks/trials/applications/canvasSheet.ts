import type { Application } from '../../apps/Application.ts';
import { servePage } from '../../apps/applications/servePage.ts';

const script = `
const row = (cells) => ({ cells: Object.fromEntries(cells.map((text, at) => [at, { text }])) });
window.sheet = x_spreadsheet('#sheet', { mode: 'edit', showToolbar: true, view: { height: () => 520, width: () => 1040 } }).loadData({ name: 'Stock', rows: Object.fromEntries(
  [['Item', 'Count', 'Price'], ['Lamp', '4', '20'], ['Desk', '2', '240'], ['Chair', '8', '75'], ['Shelf', '1', '60']].map((cells, at) => [at, row(cells)])) });
window.cell = (line, column) => sheet.getData()[0].rows[line]?.cells?.[column]?.text ?? '';
`;

/** x-spreadsheet: cells that are painted on a canvas. */
export const canvasSheet: Application = {
  name: 'x-spreadsheet',
  kind: 'a spreadsheet on a canvas',
  packages: { npm: ['x-data-spreadsheet@1.1.9'] },
  start: (place) =>
    servePage(
      {
        title: 'Stock',
        styles: ['x-data-spreadsheet/dist/xspreadsheet.css'],
        scripts: ['x-data-spreadsheet/dist/xspreadsheet.js'],
        body: '<div id="sheet"></div>',
        script,
      },
      place,
    ),
  tasks: [],
  looks: [],
};
