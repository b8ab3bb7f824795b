import type { Page } from 'playwright-core';
import { answers, says, shows, type TrialTask } from '../TrialTask.ts';

async function pickStay(page: Page, ...days: readonly string[]): Promise<void> {
  await page.getByLabel('Stay').click();
  for (const day of days) await page.locator(`.flatpickr-calendar.open [aria-label="${day}"]`).click();
}

async function pickTeam(page: Page, ...countries: readonly string[]): Promise<void> {
  const team = page.locator('.choices', { has: page.locator('#team') });
  for (const country of countries) {
    await team.click();
    await team.getByRole('option', { name: country }).first().click();
  }
}

/** Choices, dates and a description of an interface. */
export const formTasks: readonly TrialTask[] = [
  {
    id: 'team',
    difficulty: 'easy',
    application: 'pickers',
    path: '/',
    goal: 'In the booking, the team is made up of Croatia and Finland.',
    kind: 'state',
    check: shows(`valuesOf('team').join() === 'Croatia,Finland'`),
    solve: async (page) => void (await pickTeam(page, 'Croatia', 'Finland')),
    miss: async (page) => void (await pickTeam(page, 'Croatia', 'Estonia')),
  },
  {
    id: 'stay',
    difficulty: 'medium',
    application: 'pickers',
    path: '/',
    goal: 'In the booking, the stay begins on 30 March 2026 and ends on 2 May of that year.',
    kind: 'state',
    check: shows(`range.value === '2026-03-30 to 2026-05-02'`),
    solve: async (page) => {
      await pickStay(page, 'March 30, 2026');
      await page.locator('.flatpickr-calendar.open .flatpickr-next-month').click();
      await page.locator('.flatpickr-calendar.open [aria-label="May 2, 2026"]').click();
      return undefined;
    },
    miss: async (page) => void (await pickStay(page, 'March 30, 2026', 'April 2, 2026')),
  },
  {
    id: 'conflict',
    difficulty: 'easy',
    application: 'swagger-ui',
    path: '/',
    goal: 'Somebody wants to delete an order of the warehouse that others have changed meanwhile. Which code does the interface answer with, by its description?',
    kind: 'answer',
    check: answers('^\\D*409\\D*$'),
    solve: async (page) => {
      await page.getByText('Delete an order').click();
      const row = page.locator('tr.response', { hasText: 'Changed by others' });
      return row.locator('.response-col_status').innerText();
    },
    miss: says('404'),
  },
];
