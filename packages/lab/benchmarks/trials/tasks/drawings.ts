import type { Locator, Page } from 'playwright-core';
import type { Site } from '../../apps/Application.ts';
import { answers, says, shows, type TrialTask } from '../TrialTask.ts';

interface FlowNode {
  id: string;
  type: string;
  z?: string;
  name?: string;
  disabled?: boolean;
  wires?: string[][];
}

const flowNodes = ({ json }: Site): Promise<FlowNode[]> => json('/flows');

async function deploy(page: Page): Promise<void> {
  await page.locator('#red-ui-header-button-deploy').click();
  await page.waitForTimeout(2_000);
}

/** Drags from the middle of one element to another, or to a distance from it, in small steps. */
async function drag(page: Page, from: Locator, to: Locator, by = { x: 0, y: 0 }): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('not shown');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 8, start.y + start.height / 2 + 8, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2 + by.x, end.y + end.height / 2 + by.y, { steps: 12 });
  await page.waitForTimeout(200);
  await page.mouse.up();
  await page.waitForTimeout(400);
}

const drawn = (page: Page, label: string): Locator =>
  page.locator('#red-ui-workspace-chart g.red-ui-flow-node-group', { hasText: label });

/** Adds a debug node called `alarm` to the flow that is shown. */
async function addAlarm(page: Page): Promise<void> {
  await drawn(page, 'read soil').waitFor();
  await drag(page, page.locator('.red-ui-palette-node[data-palette-type=debug]'), drawn(page, 'read soil'), {
    x: 160,
    y: 120,
  });
  await drawn(page, 'debug').first().dblclick();
  await page.locator('#node-input-name').fill('alarm');
  await page.locator('#node-dialog-ok').click();
  await page.waitForTimeout(800);
}

async function disableFlow(page: Page, label: string): Promise<void> {
  await page.locator('.red-ui-tab', { hasText: label }).first().dblclick();
  await page.locator('.red-ui-tray-footer button', { hasText: 'Enabled' }).click();
  await page.locator('#node-dialog-ok').click();
  await page.waitForTimeout(800);
  await deploy(page);
}

const card = (page: Page, title: string): Locator => page.locator('.kanban-item', { hasText: title });

/** Drags the end of the fair to a day. */
async function endFair(page: Page, day: string): Promise<void> {
  const fair = page.locator('.fc-event', { hasText: 'Fair' });
  await fair.hover();
  await drag(page, fair.locator('.fc-event-resizer-end'), page.locator(`td[data-date="${day}"]`));
}

/** Flows, cards and days that are dragged. */
export const drawingTasks: readonly TrialTask[] = [
  {
    id: 'pause',
    difficulty: 'medium',
    application: 'node-red',
    path: '/',
    goal: 'The whole flow "Reports" is not needed for now. Switch it off without deleting anything, leave the other flow as it is, and make the change take effect on the server.',
    kind: 'state',
    check: async (site) => {
      const nodes = await flowNodes(site);
      const off = (id: string): boolean => nodes.find((one) => one.id === id)?.disabled === true;
      return off('t3') && !off('t1') && nodes.some(({ id }) => id === 'tp');
    },
    solve: async (page) => void (await disableFlow(page, 'Reports')),
    miss: async (page) => void (await disableFlow(page, 'Greenhouse')),
  },
  {
    id: 'alarm',
    difficulty: 'hard',
    application: 'node-red',
    path: '/',
    goal: 'In the flow "Greenhouse", what "read soil" gives is to reach a second debug node, too, which is called alarm. The node that is connected now stays connected. Make the change take effect on the server.',
    kind: 'state',
    check: async (site) => {
      const nodes = await flowNodes(site);
      const alarms = nodes.filter(({ type, name, z }) => type === 'debug' && name === 'alarm' && z === 't1');
      const targets = nodes.find(({ id }) => id === 'i1')?.wires?.flat() ?? [];
      return alarms.length === 1 && targets.sort().join() === ['d1', alarms[0]?.id].sort().join();
    },
    solve: async (page) => {
      await addAlarm(page);
      await drag(
        page,
        drawn(page, 'read soil').locator('.red-ui-flow-port-output .red-ui-flow-port'),
        drawn(page, 'alarm').locator('.red-ui-flow-port-input .red-ui-flow-port'),
      );
      await deploy(page);
      return undefined;
    },
    miss: async (page) => {
      await addAlarm(page);
      await deploy(page);
      return undefined;
    },
  },
  {
    id: 'cards',
    difficulty: 'medium',
    application: 'jkanban',
    path: '/',
    goal: 'The shelf is built. Somebody is calling Ann at the moment. Let the board show both.',
    kind: 'state',
    check: shows(
      `(({ todo, doing, done }) => [todo, doing, done].map((column) => column.sort().join()).join(';') === 'Order wood,Paint door;Call Ann;Build shelf,Measure wall')(cards())`,
    ),
    solve: async (page) => {
      await drag(page, card(page, 'Build shelf'), card(page, 'Measure wall'));
      await drag(page, card(page, 'Call Ann'), page.locator('[data-id=doing] .kanban-drag'));
      return undefined;
    },
    miss: async (page) => void (await drag(page, card(page, 'Build shelf'), card(page, 'Measure wall'))),
  },
  {
    id: 'fair',
    difficulty: 'medium',
    application: 'fullcalendar',
    path: '/',
    goal: 'The fair in March begins on the day it is planned for, but it goes on for one more day than the calendar says. Make the calendar say so.',
    kind: 'state',
    check: shows(
      `(({ startStr, endStr }) => startStr === '2026-03-16' && endStr === '2026-03-20')(calendar.getEventById('b'))`,
    ),
    solve: async (page) => void (await endFair(page, '2026-03-19')),
    miss: async (page) => void (await endFair(page, '2026-03-20')),
  },
  {
    id: 'dentist',
    difficulty: 'easy',
    application: 'fullcalendar',
    path: '/',
    goal: 'On which day of the week, and at what time, is the dentist in March? Answer like: Sunday 14:00',
    kind: 'answer',
    check: answers('^wed(nesday)?\\W+0?9:30( ?am?)?$'),
    solve: async (page) => {
      await page
        .getByTitle('List view')
        .or(page.getByRole('button', { name: 'list' }))
        .first()
        .click();
      const day = page.locator('.fc-list-day', { hasText: 'March 11' });
      await day.waitFor();
      const time = await page.locator('.fc-list-event', { hasText: 'Dentist' }).innerText();
      return `${(await day.innerText()).split(/\s/).find((word) => word.endsWith('day'))} ${/\d+:\d+/.exec(time)?.[0]}`;
    },
    miss: says('Tuesday 9:30'),
  },
];
