import type { Application } from '../Application.ts';
import { servePage } from './servePage.ts';

const script = `
const cities = ['Ghent', 'Bruges', 'Liege', 'Namur'];
const rowData = Array.from({ length: 200 }, (_, i) => ({ id: i + 1, name: 'Person ' + (i + 1), city: cities[i % 4], salary: 30000 + ((i * 7919) % 20000), start: '20' + String(10 + i % 15) + '-05-01', note: '' }));
window.grid = agGrid.createGrid(document.getElementById('grid'), { rowData, rowSelection: { mode: 'multiRow' }, getRowId: ({ data }) => String(data.id), columnDefs: [
  { field: 'name', pinned: 'left', filter: true }, { field: 'city', filter: true, floatingFilter: true }, { field: 'salary', filter: 'agNumberColumnFilter' },
  { field: 'start' }, { field: 'note', editable: true } ] });
window.rows = () => { const all = []; grid.forEachNodeAfterFilterAndSort(({ data }) => all.push(data)); return all; };
`;

/** AG Grid: virtual rows, a pinned column, sorting, filters, editing. */
export const dataGrid: Application = {
  name: 'ag-grid',
  kind: 'a data grid',
  start: () =>
    servePage({
      title: 'Staff',
      scripts: ['ag-grid-community/dist/ag-grid-community.min.js'],
      body: '<div id="grid" style="height:420px"></div>',
      script,
    }),
  looks: ['/'],
  tasks: [
    {
      name: 'sort by salary, name the best paid',
      steps: ['open /', 'click {"Salary"}', 'click {"Salary"}', 'table', 'answer (Person \\d+)'],
      check: ({ answer }) => answer,
      expected: ({ evaluate }) => evaluate('rows()[0].name'),
    },
    {
      name: 'filter by a city',
      steps: [
        'open /',
        'fill {input "City"} Namur',
        'wait "Person 20"',
        'table',
        'answer (Person \\d+) .*Namur',
      ],
      check: async ({ answer, evaluate }) => [
        answer,
        await evaluate('rows().filter((row) => row.city === "Namur").length'),
        await evaluate('rows().length'),
      ],
      expected: ['Person 4', 50, 50],
    },
    {
      name: 'write a note into a cell',
      steps: ['open /', 'click --double {gridcell in "Person 3 |" #5}', 'type "late shift"', 'press Enter'],
      check: ({ evaluate }) =>
        evaluate('rows().filter((row) => row.note !== "").map((row) => [row.name, row.note])'),
      expected: [['Person 3', 'late shift']],
    },
    {
      name: 'select two rows',
      steps: ['open /', 'check {checkbox in "Person 2 |"}', 'check {checkbox in "Person 5 |"}'],
      check: ({ evaluate }) => evaluate('grid.getSelectedRows().map((row) => row.name).sort()'),
      expected: ['Person 2', 'Person 5'],
    },
    {
      name: 'read a row far below what is loaded',
      steps: ['open /', 'table --all', 'answer Person 173 \\|[^|]*\\|[^|]*\\| (\\d+)'],
      check: ({ answer }) => Number(answer),
      expected: ({ evaluate }) => evaluate('rows().find((row) => row.name === "Person 173").salary'),
    },
  ],
};
