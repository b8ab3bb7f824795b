import type { Application } from '../Application.ts';
import { servePage } from './servePage.ts';

const script = `
await Promise.all(['sl-input', 'sl-select', 'sl-range', 'sl-dialog'].map((name) => customElements.whenDefined(name)));
open_.onclick = () => dialog.show(); keep.onclick = () => { window.kept = [...window.kept ?? [], who.value]; dialog.hide(); };
tree.addEventListener('sl-selection-change', ({ detail }) => { window.chosen = detail.selection.map((item) => item.textContent.trim()); });
size.addEventListener('sl-change', () => { window.size_ = size.value; });
`;

/** Shoelace: fields, lists, a dialog and a tree in shadow roots. */
export const components: Application = {
  name: 'shoelace',
  kind: 'web components',
  start: () =>
    servePage({
      title: 'Components',
      styles: ['@shoelace-style/shoelace/cdn/themes/light.css'],
      scripts: ['module:@shoelace-style/shoelace/cdn/shoelace.js'],
      body: `<sl-input id="name" label="Name" value="Ada"></sl-input><sl-textarea id="note" label="Note"></sl-textarea>
<sl-select id="country" label="Country" value="be"><sl-option value="at">Austria</sl-option><sl-option value="be">Belgium</sl-option><sl-option value="dk">Denmark</sl-option></sl-select>
<sl-checkbox id="agree">I agree</sl-checkbox> <sl-switch id="dark">Dark</sl-switch>
<sl-radio-group id="speed" label="Speed" value="slow"><sl-radio value="slow">Slow</sl-radio><sl-radio value="fast">Fast</sl-radio></sl-radio-group>
<sl-range id="size" label="Size" min="0" max="100" value="20"></sl-range><sl-rating id="stars" label="Stars"></sl-rating>
<sl-tree id="tree"><sl-tree-item>Fruit<sl-tree-item>Apple</sl-tree-item><sl-tree-item>Pear</sl-tree-item></sl-tree-item><sl-tree-item>Nuts</sl-tree-item></sl-tree>
<sl-button id="open_">Add a person</sl-button><sl-dialog id="dialog" label="Person"><sl-input id="who" label="Who"></sl-input><sl-button id="keep" slot="footer" variant="primary">Keep</sl-button></sl-dialog>`,
      script,
    }),
  looks: ['/'],
  tasks: [
    {
      name: 'fill a form',
      steps: [
        'open /',
        'fill {input "Name"} "Grace Hop"',
        'fill {textarea "Note"} "first\\nsecond"',
        'check {"I agree"}',
        'check {"Dark"}',
        'click {"Fast"}',
      ],
      check: ({ evaluate }) =>
        evaluate(
          "[document.getElementById('name').value, note.value, agree.checked, dark.checked, speed.value]",
        ),
      expected: ['Grace Hop', 'first\nsecond', true, true, 'fast'],
    },
    {
      name: 'choose in a list in a shadow root',
      steps: ['open /', 'select {"Country"} Denmark'],
      check: ({ evaluate }) => evaluate('country.value'),
      expected: 'dk',
    },
    {
      name: 'set a range, which says so at its end',
      steps: ['open /', 'fill {"Size"} 70'],
      check: ({ evaluate }) => evaluate('window.size_'),
      expected: 70,
    },
    {
      name: 'add a person in a dialog',
      steps: ['open /', 'click {"Add a person"}', 'fill {input "Who"} Linus', 'click {"Keep"}'],
      check: ({ evaluate }) => evaluate('[window.kept, dialog.open]'),
      expected: [['Linus'], false],
    },
    {
      name: 'open a branch of a tree, choose a leaf',
      steps: ['open /', 'focus {treeitem "Fruit"}', 'press ArrowRight', 'click {"Pear"}'],
      check: ({ evaluate }) => evaluate('window.chosen'),
      expected: ['Pear'],
    },
  ],
};
