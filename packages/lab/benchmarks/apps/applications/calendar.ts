import type { Application } from '../Application.ts';
import { servePage } from './servePage.ts';

const script = `
window.calendar = new FullCalendar.Calendar(document.getElementById('calendar'), { initialDate: '2026-03-10', initialView: 'dayGridMonth', height: 620, editable: true, selectable: true, navLinks: false,
  headerToolbar: { left: 'prev,next today', center: 'title', right: 'dayGridMonth,timeGridWeek,listMonth' },
  dateClick: ({ dateStr }) => { dialog.showModal(); day.textContent = dateStr; },
  events: [{ id: 'a', title: 'Board meeting', start: '2026-03-04' }, { id: 'b', title: 'Fair', start: '2026-03-16', end: '2026-03-19' }, { id: 'c', title: 'Dentist', start: '2026-03-11T09:30' }, { id: 'd', title: 'Harvest', start: '2026-04-20' }] });
calendar.render();
document.querySelector('form').onsubmit = () => { calendar.addEvent({ title: what.value, start: day.textContent }); };
window.events = () => calendar.getEvents().map(({ title, startStr }) => title + ' ' + startStr.slice(0, 10)).sort();
`;

const BEFORE = ['Board meeting 2026-03-04', 'Dentist 2026-03-11', 'Fair 2026-03-16', 'Harvest 2026-04-20'];

/** FullCalendar: days, views, events that are dragged and made. */
export const calendar: Application = {
  name: 'fullcalendar',
  kind: 'a calendar',
  start: () =>
    servePage({
      title: 'Appointments',
      scripts: ['fullcalendar/index.global.min.js'],
      body: '<div id="calendar"></div><dialog id="dialog"><form method="dialog"><h2>New on <span id="day"></span></h2><label>What <input id="what"></label><button>Add</button></form></dialog>',
      script,
    }),
  looks: ['/'],
  tasks: [
    {
      name: 'move an appointment to another day',
      steps: ['open /', 'drag {"Board meeting"} {"24"}'],
      check: ({ evaluate }) => evaluate('events()'),
      expected: ['Board meeting 2026-03-24', ...BEFORE.slice(1)],
    },
    {
      name: 'make an appointment on a day',
      steps: ['open /', 'click {"26"}', 'fill {input "What"} "Tax papers"', 'click {button "Add"}'],
      check: ({ evaluate }) => evaluate('events()'),
      expected: [...BEFORE, 'Tax papers 2026-03-26'],
    },
    {
      name: 'find what is in the next month',
      steps: [
        'open /',
        'click {button "Next month"}',
        'click {button "list"}',
        'look --full',
        'answer (Harvest|No events)',
      ],
      check: async ({ answer, evaluate }) => [
        answer,
        await evaluate('calendar.view.type'),
        await evaluate('calendar.view.title'),
      ],
      expected: ['Harvest', 'listMonth', 'April 2026'],
    },
  ],
};
