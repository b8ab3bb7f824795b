import type { Application } from '../Application.ts';
import { servePage } from './servePage.ts';

const script = `
window.board = new jKanban({ element: '#board', gutter: '10px', itemAddOptions: { enabled: true, content: '+ Add a card', class: 'add' },
  boards: [{ id: 'todo', title: 'To do', item: [{ id: 'a', title: 'Order wood' }, { id: 'b', title: 'Paint door' }, { id: 'c', title: 'Call Ann' }] },
    { id: 'doing', title: 'Doing', item: [{ id: 'd', title: 'Build shelf' }] }, { id: 'done', title: 'Done', item: [{ id: 'e', title: 'Measure wall' }] }],
  buttonClick: (element, id) => {
    const form = document.createElement('form'); form.innerHTML = '<textarea aria-label="New card"></textarea><button>Keep</button>';
    board.addForm(id, form); form.onsubmit = (event) => { event.preventDefault(); board.addElement(id, { title: form.querySelector('textarea').value }); form.remove(); };
  } });
window.cards = () => Object.fromEntries(['todo', 'doing', 'done'].map((id) => [id, [...document.querySelectorAll('[data-id=' + id + '] .kanban-item')].map((one) => one.innerText.trim())]));
`;

/** jKanban: cards that are dragged between columns. */
export const kanban: Application = {
  name: 'jkanban',
  kind: 'a board of cards',
  packages: { npm: ['jkanban@1.3.1'] },
  start: (place) =>
    servePage(
      {
        title: 'Workshop',
        styles: ['jkanban/dist/jkanban.min.css'],
        scripts: ['jkanban/dist/jkanban.min.js'],
        body: '<div id="board"></div>',
        script,
      },
      place,
    ),
  looks: ['/'],
  tasks: [
    {
      name: 'move a card to another column',
      steps: ['open /', 'drag {"Paint door"} {"Measure wall"}'],
      check: async ({ evaluate }) => ((await evaluate('cards()')) as Record<string, string[]>).done?.sort(),
      expected: ['Measure wall', 'Paint door'],
    },
    {
      name: 'add a card',
      steps: ['open /', 'click {"+ Add a card" #2}', 'fill {"New card"} "Buy screws"', 'click {"Keep"}'],
      check: async ({ evaluate }) => ((await evaluate('cards()')) as Record<string, string[]>).doing,
      expected: ['Build shelf', 'Buy screws'],
    },
    {
      name: 'read what is in a column',
      steps: ['open /', 'look --full', 'answer Doing[\\s\\S]{0,60}?(Build shelf)'],
      check: ({ answer }) => answer,
      expected: 'Build shelf',
    },
  ],
};
