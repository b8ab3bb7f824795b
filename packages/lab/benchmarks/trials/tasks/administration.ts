import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Site } from '../../apps/Application.ts';
import { queryDatabase } from '../../apps/applications/runTool.ts';
import { answers, says, type TrialTask } from '../TrialTask.ts';

const wagtail = ({ data }: Site, sql: string): unknown[][] =>
  queryDatabase(join(data, 'site/db.sqlite3'), sql);
const trac = ({ data }: Site, sql: string): unknown[][] => queryDatabase(join(data, 'trac/db/trac.db'), sql);

const same = (rows: unknown[][], wanted: string): boolean => JSON.stringify(rows) === wanted;

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill('admin');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/admin\/$/);
}

async function addUser(page: Page, role: string): Promise<void> {
  await signIn(page);
  await page.goto(new URL('/admin/users/new/', page.url()).href);
  const fields = { username: 'joan', email: 'joan@park.example', first_name: 'Joan', last_name: 'Clarke' };
  for (const [name, value] of Object.entries({
    ...fields,
    password1: 'Enigma-Hut-8',
    password2: 'Enigma-Hut-8',
  }))
    await page.locator(`input[name=${name}]`).fill(value);
  await page.getByRole('tab', { name: 'Roles' }).first().click();
  await page.getByLabel(role).check();
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByText('created').first().waitFor();
}

async function renameAuthor(page: Page): Promise<void> {
  await page.goto(new URL('/admin/snippets/blog/author/', page.url()).href);
  await page.getByRole('link', { name: 'Alan T' }).first().click();
  await page.locator('input[name=name]').fill('Alan Turing');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('updated').first().waitFor();
}

/** Gives a post an author, and publishes it or leaves it a draft. */
async function giveAuthor(page: Page, post: number, publish: boolean): Promise<void> {
  await page.goto(new URL(`/admin/pages/${post + 4}/edit/`, page.url()).href);
  await page.getByLabel('Alan Turing').check();
  if (!publish) {
    await page.getByRole('button', { name: 'Save draft' }).first().click();
    await page.waitForTimeout(4_000);
    return;
  }
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('has been published').first().waitFor();
}

const AUTHORS =
  'SELECT p.title, b.name FROM blog_blogpage_authors a JOIN blog_author b ON b.id = author_id JOIN wagtailcore_page p ON p.id = blogpage_id ORDER BY p.title';
const BLOCKERS =
  "SELECT count(*) FROM ticket WHERE priority = 'blocker' AND milestone = 'Zenith' AND owner = 'ann' AND status != 'closed'";
const GYROS = "SELECT id FROM ticket WHERE summary LIKE 'Gyro%' AND owner = 'bob' ORDER BY id";

/** Changes all tickets of a query at once. */
async function changeTickets(page: Page, query: string, comment: string): Promise<void> {
  await page.goto(new URL(`/query?${query}&max=100`, page.url()).href);
  await page.locator('th.sel input, input[name="batchmod_toggleGroup"]').first().check();
  await page.locator('#batchmod_fieldset legend, #batchmod_fieldset .foldable').first().click();
  await page.locator('#batchmod_value_comment').fill(comment);
  for (const [name, value] of [
    ['milestone', 'Apogee'],
    ['priority', 'critical'],
  ] as const) {
    await page.locator('#add_batchmod_field').selectOption(name);
    await page.locator(`[name=batchmod_value_${name}]`).selectOption(value);
  }
  await page.locator('#batchmod_submit').click();
  await page.waitForLoadState();
}

/** Forms and lists of a content management system, of tickets and of mail. */
export const administrationTasks: readonly TrialTask[] = [
  {
    id: 'user',
    difficulty: 'medium',
    application: 'wagtail',
    path: '/admin/',
    goal: 'Sign in as admin with the password admin. Joan Clarke is new here: make her an account with the user name joan, the mail address joan@park.example and the password Enigma-Hut-8. She is an editor, and nothing more.',
    kind: 'state',
    check: (site) =>
      same(
        wagtail(
          site,
          "SELECT u.username, u.email, u.first_name, u.last_name, u.is_superuser, (SELECT group_concat(g.name) FROM auth_user_groups m JOIN auth_group g ON g.id = m.group_id WHERE m.user_id = u.id) FROM auth_user u WHERE u.username != 'admin'",
        ),
        '[["joan","joan@park.example","Joan","Clarke",0,"Editors"]]',
      ),
    solve: async (page) => void (await addUser(page, 'Editors')),
    miss: async (page) => void (await addUser(page, 'Moderators')),
  },
  {
    id: 'authors',
    difficulty: 'hard',
    application: 'wagtail',
    path: '/admin/',
    goal: 'Sign in as admin with the password admin. The author who is listed as "Alan T" is really called Alan Turing: put that right. Then make him the author of the blog posts number 3 and number 8, and see that both are published that way.',
    kind: 'state',
    check: (site) =>
      same(
        wagtail(site, 'SELECT name FROM blog_author ORDER BY name'),
        '[["Ada Byron"],["Alan Turing"],["Grace Hop"]]',
      ) && same(wagtail(site, AUTHORS), '[["Post number 3","Alan Turing"],["Post number 8","Alan Turing"]]'),
    solve: async (page) => {
      await signIn(page);
      await renameAuthor(page);
      for (const post of [3, 8]) await giveAuthor(page, post, true);
      return undefined;
    },
    miss: async (page) => {
      await signIn(page);
      await renameAuthor(page);
      await giveAuthor(page, 3, true);
      await giveAuthor(page, 8, false);
      return undefined;
    },
  },
  {
    id: 'blockers',
    difficulty: 'medium',
    application: 'trac',
    path: '/',
    goal: 'How many of the tickets that are still open have the priority blocker, are due with the milestone Zenith, and belong to ann? Answer with the number.',
    kind: 'answer',
    check: (site) => answers(`^\\D*${trac(site, BLOCKERS)[0]?.[0]}\\D*$`)(site),
    solve: async (page) => {
      await page.goto(
        new URL('/query?status=!closed&priority=blocker&milestone=Zenith&owner=ann', page.url()).href,
      );
      return /(\d+) match/.exec(await page.locator('.numrows').first().innerText())?.[1];
    },
    miss: async (page) => {
      await page.goto(new URL('/query?status=!closed&priority=blocker&milestone=Zenith', page.url()).href);
      return /(\d+) match/.exec(await page.locator('.numrows').first().innerText())?.[1];
    },
  },
  {
    id: 'gyros',
    difficulty: 'hard',
    application: 'trac',
    path: '/',
    goal: 'Bob has to look at the gyro again. Every ticket of his about the gyro gets the priority critical and the milestone Apogee, and the comment "Look at it again." All other tickets stay as they are.',
    kind: 'state',
    check: (site) => {
      const ids = trac(site, GYROS).flat().join();
      const changed = trac(site, 'SELECT DISTINCT ticket FROM ticket_change ORDER BY ticket').flat().join();
      const wrong = trac(
        site,
        `SELECT count(*) FROM ticket t WHERE id IN (${ids}) AND NOT (priority = 'critical' AND milestone = 'Apogee' AND EXISTS (SELECT 1 FROM ticket_change c WHERE c.ticket = t.id AND field = 'comment' AND newvalue = 'Look at it again.'))`,
      );
      return ids !== '' && changed === ids && wrong[0]?.[0] === 0;
    },
    solve: async (page) => void (await changeTickets(page, 'summary=^Gyro&owner=bob', 'Look at it again.')),
    miss: async (page) => void (await changeTickets(page, 'summary=^Gyro', 'Look at it again.')),
  },
  {
    id: 'reference',
    difficulty: 'easy',
    application: 'maildev',
    path: '/',
    goal: 'Mira has written about lunch. Which reference number does her message give?',
    kind: 'answer',
    check: answers(`^\\D*${'Lunch on Friday'.length * 101}\\D*$`),
    solve: async (page) => {
      await page.getByText('Lunch on Friday').first().click();
      const text = await page.frameLocator('iframe.panel-html').locator('body').innerText();
      return /is (\d+)/.exec(text)?.[1];
    },
    miss: says(String('Bicycle found'.length * 101)),
  },
];
