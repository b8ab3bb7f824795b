import { type FailureCase, of, PAGES as P, SLOW_MS } from './FailureCase.ts';

const renamed = of('renamed');
const otherText = of('other text');
const otherValue = of('other value');
const otherPage = of('other page');
const slow = of('slow');

const goTo = (path: string): string => `location.assign(${JSON.stringify(path)});`;

/** Broken in what the page says. */
export const wordCases: readonly FailureCase[] = [
  renamed(
    P.users,
    `await page.getByRole('button', { name: 'Invite user' }).click();`,
    `find('button', 'Invite user').textContent = 'Add teammate';`,
    'add teammate',
  ),
  renamed(
    P.order,
    `await page.getByRole('button', { name: 'Mark fulfilled' }).click();`,
    `find('button', 'Mark fulfilled').textContent = 'Complete order';`,
    'complete order',
  ),
  renamed(
    P.account,
    `await page.getByRole('button', { name: 'Save changes' }).click();`,
    `find('button', 'Save changes').textContent = 'Update profile';`,
    'update profile',
  ),
  renamed(
    P.dashboard,
    `await page.getByRole('link', { name: 'Generate Report' }).click();`,
    `find('a', 'Generate Report').textContent = 'Export PDF';`,
    'export pdf',
  ),
  renamed(
    P.billing,
    `await page.getByRole('button', { name: 'View All' }).click();`,
    `find('button', 'View All').textContent = 'Show every invoice';`,
    'show every invoice',
  ),
  otherText(
    P.dashboard,
    `await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();`,
    `find('h1', 'Dashboard').textContent = 'Overview';`,
    'overview',
  ),
  otherText(
    P.settings,
    `await expect(page.getByText('Update your personal information and profile details.')).toBeVisible();`,
    `find('p, div', 'Update your personal information', true).textContent = 'Keep your personal details up to date.';`,
    'keep your personal details',
  ),
  otherText(
    P.employees,
    `await expect(page.getByText('Showing 1 to 10 of 57 entries')).toBeVisible();`,
    `find('#dataTable_info').textContent = 'Entries 1-10 of 57';`,
    'entries 1-10 of 57',
  ),
  otherText(
    P.account,
    `await expect(page.getByText('Are you sure you want to delete your account?')).toBeVisible();`,
    `find('h6, h5', 'Are you sure').textContent = 'Do you really want to close your account?';`,
    'do you really want to close',
  ),
  otherText(
    P.register,
    `await page.getByText('Already have an account? Login!').click();`,
    `find('a', 'Already have an account').textContent = 'I am registered: sign in';`,
    'i am registered',
  ),
  otherValue(
    P.dashboard,
    `await expect(page.locator('.card', { hasText: 'Earnings (Monthly)' }).locator('.h5')).toHaveText('$40,000');`,
    `find('.h5', '$40,000').textContent = '$41,500';`,
    '\\$41,500',
  ),
  otherValue(
    P.employees,
    `await expect(page.locator('#dataTable tbody tr')).toHaveCount(10);`,
    `find('#dataTable tbody tr').remove();`,
    '\\b9\\b',
  ),
  otherValue(
    P.account,
    `await expect(page.getByLabel('First Name')).toHaveValue('John');`,
    `find('#firstName').value = 'Jonathan';`,
    'jonathan',
  ),
  otherValue(
    P.orders,
    `await expect(page.getByRole('row', { name: /#7838/ })).toContainText('Pending');`,
    `for (const cell of find('tr', '#7838').querySelectorAll('td, span')) if (cell.textContent.trim() === 'Pending') cell.textContent = 'Refunded';`,
    'refunded',
  ),
  otherValue(
    P.users,
    `expect(await page.getByRole('checkbox', { name: 'Select row' }).count()).toBe(12);`,
    `find('tr', 'Mark Kim').remove();`,
    '\\b11\\b',
  ),
  otherPage(
    P.dashboard,
    `await page.getByRole('link', { name: 'Generate Report' }).click();`,
    goTo(P.login),
    'log ?in',
  ),
  otherPage(
    P.orders,
    `await page.getByLabel('Search table').fill('Ann');`,
    goTo(P.missing),
    '404|not found|error page',
  ),
  otherPage(
    P.settings,
    `await page.getByLabel('Full name').fill('Ann');`,
    goTo(P.adminLogin),
    'log ?in|sign ?in',
  ),
  otherPage(
    P.account,
    `await page.getByRole('button', { name: 'Save changes' }).click();`,
    goTo(P.maintenance),
    'maintenance',
  ),
  otherPage(
    P.billing,
    `await expect(page.getByText('Oliver Liam')).toBeVisible();`,
    goTo(P.signIn),
    'sign.?in|log ?in',
  ),
  slow(
    P.employees,
    `await expect(page.getByText('Airi Satou')).toBeVisible();`,
    `const body = find('#dataTable tbody'); const rows = [...body.children]; body.replaceChildren(); setTimeout(() => body.append(...rows), ${SLOW_MS});`,
    'came|loading|longer|slow',
  ),
  slow(
    P.orders,
    `await page.getByRole('link', { name: '#7840' }).click();`,
    `find('table tbody').innerHTML = '<tr><td colspan=8>Loading orders…</td></tr>';`,
    'is still loading|loading orders',
  ),
  slow(
    P.inbox,
    `await page.getByText('PR #248 ready for review').click();`,
    `const list = find('[role=listbox]'); const items = [...list.children]; list.replaceChildren(); list.setAttribute('aria-busy', 'true'); setTimeout(() => list.append(...items), ${SLOW_MS});`,
    'came|loading|longer|slow',
  ),
  slow(
    P.dashboard,
    `await expect(page.getByText('$40,000')).toBeVisible();`,
    `const value = find('.h5', '$40,000'); value.textContent = ''; setTimeout(() => { value.textContent = '$40,000'; }, ${SLOW_MS});`,
    'came|loading|longer|slow',
  ),
  slow(
    P.account,
    `await page.getByRole('button', { name: 'Save changes' }).click();`,
    `const button = find('button', 'Save changes'); const form = button.parentElement; button.remove(); setTimeout(() => form.append(button), ${SLOW_MS});`,
    'came|loading|longer|slow',
  ),
];
