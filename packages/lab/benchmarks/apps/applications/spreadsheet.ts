import type { Application } from '../Application.ts';
import { servePage } from './servePage.ts';

const script = `
window.sheet = jspreadsheet(document.getElementById('sheet'), { worksheets: [{
  data: [['Lamp', 4, 19.5, 78], ['Desk', 2, 240, 480], ['Chair', 8, 75, 600], ['Shelf', 1, 60, 60]],
  columns: [{ type: 'text', title: 'Item', width: 160 }, { type: 'numeric', title: 'Count', width: 100 }, { type: 'numeric', title: 'Price', width: 100 }, { type: 'text', title: 'Sum', width: 120 }] }] })[0];
`;

/** Jspreadsheet: cells that are selected, typed into, and reckon; a menu of a row. */
export const spreadsheet: Application = {
  name: 'jspreadsheet',
  kind: 'a spreadsheet',
  packages: { npm: ['jspreadsheet-ce@5.0.4'] },
  start: (place) =>
    servePage(
      {
        title: 'Stock',
        styles: ['jsuites/dist/jsuites.css', 'jspreadsheet-ce/dist/jspreadsheet.css'],
        scripts: ['jsuites/dist/jsuites.js', 'jspreadsheet-ce/dist/index.js'],
        body: '<div id="sheet"></div>',
        script,
      },
      place,
    ),
  looks: ['/'],
  tasks: [
    {
      name: 'change a count',
      steps: [
        'open /',
        'click --double {td "8"}',
        'fill {input "8"} 10',
        'press Enter',
        'table',
        'answer Chair \\| (\\d+)',
      ],
      check: async ({ answer, evaluate }) => [
        answer,
        String(await evaluate('sheet.getValueFromCoords(1, 2)')),
      ],
      expected: ['10', '10'],
    },
    {
      name: 'type over a selected cell',
      steps: ['open /', 'click {"Desk"}', 'type Table', 'press Enter'],
      check: ({ evaluate }) => evaluate('sheet.getColumnData(0)'),
      expected: ['Lamp', 'Table', 'Chair', 'Shelf'],
    },
    {
      name: 'read the dearest line',
      steps: ['open /', 'table', 'answer Chair .*\\| (\\d+) \\|'],
      check: ({ answer }) => answer,
      expected: '600',
    },
    {
      name: 'delete a row by its menu',
      steps: ['open /', 'dialogs accept', 'click --button right {"Shelf"}', 'click {"Delete selected rows"}'],
      check: ({ evaluate }) => evaluate('sheet.getColumnData(0)'),
      expected: ['Lamp', 'Desk', 'Chair'],
    },
  ],
};
