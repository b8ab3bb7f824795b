import { type FailureCase, of, PAGES as P } from './FailureCase.ts';

const hidden = of('hidden');
const closed = of('closed section');
const frame = of('in a frame');
const several = of('several');

/** Puts an element, or what is around it, into another element of the page. */
const into = (target: string, opening: string): string =>
  `const target = ${target}; target.insertAdjacentHTML('beforebegin', ${JSON.stringify(opening)}); target.previousElementSibling.querySelector('[data-slot]').append(target);`;

/** Moves an element into a frame. */
const intoFrame = (target: string, attributes: string): string =>
  `const target = ${target}; const frame = document.createElement('div'); frame.innerHTML = '<iframe ${attributes} width=400 height=120></iframe>'; const inner = frame.firstChild; inner.srcdoc = '<body>' + target.outerHTML; target.replaceWith(inner);`;

/** Broken in where things are. */
export const placeCases: readonly FailureCase[] = [
  hidden(
    P.settings,
    `await page.getByRole('button', { name: 'Transfer' }).click();`,
    `find('button', 'Transfer').parentElement.parentElement.style.display = 'none';`,
    'display: ?none',
  ),
  hidden(
    P.dashboard,
    `await expect(page.getByText('Revenue Sources')).toBeVisible();`,
    `find('h6', 'Revenue Sources').closest('.card').style.visibility = 'hidden';`,
    'visibility: ?hidden',
  ),
  hidden(
    P.account,
    `await page.getByText('I confirm my account deactivation').click();`,
    `find('label', 'I confirm my account').closest('form').hidden = true;`,
    'display: ?none',
  ),
  hidden(
    P.notifications,
    `await page.getByRole('button', { name: 'Danger' }).click();`,
    `find('button', 'Danger').parentElement.classList.add('d-none');`,
    'display: ?none',
  ),
  hidden(
    P.register,
    `await page.getByPlaceholder('Repeat Password').fill('a-password');`,
    `find('#exampleRepeatPassword').parentElement.style.display = 'none';`,
    'display: ?none',
  ),
  closed(
    P.settings,
    `await page.getByLabel('Full name').fill('Ann');`,
    into(
      `find('label', 'Full name').parentElement`,
      '<details><summary>Personal data</summary><div data-slot></div></details>',
    ),
    'personal data',
  ),
  closed(
    P.dashboard,
    `await expect(page.getByText('Pending Requests')).toBeVisible();`,
    into(
      `find('.card', 'Pending Requests')`,
      '<div><button aria-expanded="false" aria-controls="figures">More figures</button><div id="figures" data-slot hidden></div></div>',
    ),
    'more figures',
  ),
  closed(
    P.account,
    `await page.getByText('Once you delete your account, there is no going back').click();`,
    into(
      `find('p', 'Once you delete').closest('.card')`,
      '<div><div role="tablist"><button role="tab" id="t1" aria-selected="true">Profile</button><button role="tab" id="t2" aria-controls="p2" aria-selected="false">Close account</button></div><div role="tabpanel" id="p2" aria-labelledby="t2" data-slot hidden></div></div>',
    ),
    'close account',
  ),
  closed(
    P.billing,
    `await expect(page.getByText('Oliver Liam')).toBeVisible();`,
    into(
      `find('h6', 'Oliver Liam').closest('li')`,
      '<details><summary>Billing contacts</summary><ul data-slot></ul></details>',
    ),
    'billing contacts',
  ),
  closed(
    P.users,
    `await page.getByRole('button', { name: 'Invite user' }).click();`,
    into(
      `find('button', 'Invite user')`,
      '<div><button aria-haspopup="menu" aria-expanded="false" aria-controls="acts">Actions</button><div id="acts" role="menu" data-slot hidden></div></div>',
    ),
    'actions',
    'hidden|not shown|display: ?none',
  ),
  frame(
    P.order,
    `await page.getByLabel('Order note').fill('Call first');`,
    intoFrame(`find('textarea')`, 'id=notes-frame'),
    'notes-frame',
    'frame',
  ),
  frame(
    P.register,
    `await page.getByPlaceholder('Email Address').fill('ann@example.org');`,
    intoFrame(`find('#exampleInputEmail')`, 'name=signup'),
    'signup',
    'frame',
  ),
  frame(
    P.account,
    `await page.getByText('Once you delete your account, there is no going back').click();`,
    intoFrame(`find('p', 'Once you delete')`, 'title=Danger'),
    'danger',
    'frame',
  ),
  frame(
    P.billing,
    `await page.getByRole('button', { name: 'View All' }).click();`,
    intoFrame(`find('button', 'View All')`, 'id=invoices-frame'),
    'invoices-frame',
    'frame',
  ),
  frame(
    P.employees,
    `await expect(page.locator('#dataTable_info')).toContainText('57 entries');`,
    intoFrame(`find('#dataTable_info')`, 'id=table-frame'),
    'table-frame',
    'frame',
  ),
  several(
    P.dashboard,
    `await page.getByRole('link', { name: 'Generate Report' }).click();`,
    `const link = find('a', 'Generate Report'); find('footer').append(link.cloneNode(true));`,
    '\\b2 elements',
    'contentinfo|footer|copyright',
  ),
  several(
    P.orders,
    `await page.getByLabel('Search table').fill('Ann');`,
    `const field = find('[aria-label="Search table"]'); const copy = field.cloneNode(true); copy.setAttribute('aria-label', 'Search table archive'); field.after(copy);`,
    '\\b2 elements',
    'search table archive',
  ),
  several(
    P.account,
    `await page.getByRole('button', { name: 'Save changes' }).click();`,
    `const button = find('button', 'Save changes'); const copy = button.cloneNode(true); copy.textContent = 'Save changes as draft'; button.after(copy);`,
    '\\b2 elements',
    'save changes as draft',
  ),
  several(
    P.register,
    `await page.getByPlaceholder('Email Address').fill('ann@example.org');`,
    `const field = find('#exampleInputEmail'); const copy = field.cloneNode(true); copy.id = 'confirmEmail'; copy.placeholder = 'Confirm Email Address'; field.after(copy);`,
    '\\b2 elements',
    'confirm email address',
  ),
  several(
    P.billing,
    `await expect(page.getByText('Oliver Liam')).toBeVisible();`,
    `const name = find('h6', 'Oliver Liam'); const copy = name.cloneNode(true); copy.style.display = 'none'; name.before(copy);`,
    '\\b2 elements',
    'sees one|not shown|hidden|display: ?none',
  ),
];
