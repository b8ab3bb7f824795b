import type { Application } from '../Application.ts';
import { servePage } from './servePage.ts';

const countries = ['Austria', 'Belgium', 'Croatia', 'Denmark', 'Estonia', 'Finland'];
const options = countries.map((name) => `<option value="${name}">${name}</option>`).join('');

const script = `
flatpickr('#date', { defaultDate: '2026-03-10' }); flatpickr('#range', { mode: 'range', defaultDate: ['2026-03-02', '2026-03-04'] });
$('#country').select2(); $('#visited').select2(); $('#visited').val(['Belgium']).trigger('change');
new TomSelect('#owner', {}); new TomSelect('#tags', { create: true, plugins: ['remove_button'] });
new Choices('#team', { removeItemButton: true });
$('#place').autocomplete({ source: ['Gent', 'Genk', 'Geneva', 'Genoa'] }); $('#level').slider({ value: 3, min: 0, max: 10 }); $('#level .ui-slider-handle').attr('aria-label', 'Level');
$('#steps').sortable(); $('#tabs').tabs(); $('#born').datepicker({ defaultDate: '05/20/2026', changeYear: true });
window.valuesOf = (id) => [...document.getElementById(id).selectedOptions].map(({ value }) => value).sort();
`;

/** Select2, Tom Select, Choices, flatpickr and jQuery UI in one form. */
export const pickers: Application = {
  name: 'pickers',
  kind: 'date pickers and choices',
  start: () =>
    servePage({
      title: 'Booking',
      styles: [
        'flatpickr/dist/flatpickr.min.css',
        'select2/dist/css/select2.min.css',
        'choices.js/public/assets/styles/choices.min.css',
        'tom-select/dist/css/tom-select.css',
        'jquery-ui-dist/jquery-ui.min.css',
      ],
      scripts: [
        'jquery/dist/jquery.min.js',
        'jquery-ui-dist/jquery-ui.min.js',
        'flatpickr/dist/flatpickr.min.js',
        'select2/dist/js/select2.min.js',
        'choices.js/public/assets/scripts/choices.min.js',
        'tom-select/dist/js/tom-select.complete.min.js',
      ],
      body: `<p><label>Arrival <input id="date"></label> <label>Stay <input id="range"></label> <label>Born <input id="born"></label></p>
<p><label for="country">Country</label> <select id="country" style="width:240px">${options}</select></p>
<p><label for="visited">Visited</label> <select id="visited" multiple style="width:340px">${options}</select></p>
<p><label for="owner">Owner</label> <select id="owner">${options}</select></p>
<p><label for="tags">Tags</label> <select id="tags" multiple><option selected>new</option><option>urgent</option></select></p>
<p><label for="team">Team</label> <select id="team" multiple>${options}</select></p>
<p><label>Place <input id="place"></label></p><div id="level" style="width:300px"></div>
<ul id="steps"><li>Pack</li><li>Label</li><li>Send</li></ul>
<div id="tabs"><ul><li><a href="#one">Terms</a></li><li><a href="#two">Privacy</a></li></ul><div id="one">Terms of use</div><div id="two">Kept for 30 days</div></div>`,
      script,
    }),
  looks: ['/'],
  tasks: [
    {
      name: 'pick a date',
      steps: ['open /', 'click {input "Arrival"}', 'click {"March 27, 2026"}'],
      check: ({ evaluate }) =>
        evaluate('[date.value, date._flatpickr.selectedDates.map((day) => day.getDate())]'),
      expected: ['2026-03-27', [27]],
    },
    {
      name: 'pick a range of days',
      steps: ['open /', 'click {input "Stay"}', 'click {"March 12, 2026"}', 'click {"March 15, 2026"}'],
      check: ({ evaluate }) => evaluate('range.value'),
      expected: '2026-03-12 to 2026-03-15',
    },
    {
      name: 'choose in a list that opens',
      steps: ['open /', 'select {combobox "Austria"} Denmark'],
      check: ({ evaluate }) => evaluate('valuesOf("country")'),
      expected: ['Denmark'],
    },
    {
      name: 'choose several',
      steps: ['open /', 'select {combobox "Visited"} Belgium Croatia Finland'],
      check: ({ evaluate }) => evaluate('valuesOf("visited")'),
      expected: ['Belgium', 'Croatia', 'Finland'],
    },
    {
      name: 'choose by typing',
      steps: ['open /', 'select {"Owner"} Estonia'],
      check: ({ evaluate }) => evaluate('valuesOf("owner")'),
      expected: ['Estonia'],
    },
    {
      name: 'make a tag and remove one',
      steps: ['open /', 'type {"Tags"} fragile', 'press Enter', 'press Escape', 'click {"×" in "new"}'],
      check: ({ evaluate }) => evaluate('valuesOf("tags")'),
      expected: ['fragile'],
    },
    {
      name: 'complete a word',
      steps: ['open /', 'type {input "Place"} gen', 'click {"Genoa"}'],
      check: ({ evaluate }) => evaluate('place.value'),
      expected: 'Genoa',
    },
    {
      name: 'set a slider',
      steps: ['open /', 'focus {"Level"}', ...Array.from({ length: 5 }, () => 'press ArrowRight')],
      check: ({ evaluate }) => evaluate('$("#level").slider("value")'),
      expected: 8,
    },
    {
      name: 'bring the second of a list to its top',
      steps: ['open /', 'drag {"Pack"} {"Send"}'],
      check: ({ evaluate }) => evaluate('[...steps.children].map((item) => item.textContent)'),
      expected: ['Label', 'Pack', 'Send'],
    },
    {
      name: 'read another tab',
      steps: ['open /', 'click {"Privacy"}', 'answer Kept for (\\d+) days'],
      check: ({ answer }) => answer,
      expected: '30',
    },
    {
      name: 'pick a day of another year',
      steps: ['open /', 'click {input "Born"}', 'select {select "2026"} 2020', 'click {"17"}'],
      check: ({ evaluate }) => evaluate('born.value'),
      expected: '05/17/2020',
    },
  ],
};
