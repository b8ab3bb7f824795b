import { type FailureCase, of, PAGES as P } from './FailureCase.ts';

const covered = of('covered');
const disabled = of('disabled');
const redrawn = of('redrawn');
const dialog = of('open dialog');

const cover = (html: string): string =>
  `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)});`;

/** An element that is drawn anew at every turn. */
const redraw = (target: string): string =>
  `let target = ${target}; const again = () => { const copy = target.cloneNode(true); target.replaceWith(copy); target = copy; setTimeout(again, 5); }; again();`;

/** Broken in what can be used now. Of a dialog its kind: the words of one on a page that was never read are not shown. */
export const stateCases: readonly FailureCase[] = [
  covered(
    P.dashboard,
    `await page.getByRole('link', { name: 'Generate Report' }).click();`,
    cover(
      '<div id="cookie-wall" style="position:fixed;inset:0;z-index:9999;background:#000a">We value your privacy</div>',
    ),
    'cookie-wall|we value your privacy',
    'cover|intercepts|lay over',
  ),
  covered(
    P.settings,
    `await page.getByRole('button', { name: 'Upload new' }).click();`,
    `const box = find('button', 'Upload new').getBoundingClientRect(); document.body.insertAdjacentHTML('beforeend', '<div class="tour-tip" style="position:absolute;z-index:9999;background:#fff;left:' + (box.left - 10) + 'px;top:' + (box.top + scrollY - 10) + 'px;width:300px;height:80px">Try the new profile</div>');`,
    'tour-tip|try the new profile',
    'cover|intercepts|lay over',
  ),
  covered(
    P.account,
    `await page.getByText('Upload new photo').click();`,
    cover(
      '<div class="toast-box" role="status" style="position:fixed;inset:0 0 auto 0;height:600px;z-index:99999;background:#fff">Update available</div>',
    ),
    'toast-box|update available',
    'cover|intercepts|lay over',
  ),
  covered(
    P.users,
    `await page.getByRole('button', { name: 'Invite user' }).click();`,
    `${cover('<dialog id="expiry"><h2>Session about to expire</h2><button>Stay signed in</button></dialog>')} document.getElementById('expiry').showModal();`,
    'expiry|session about to expire',
    'cover|intercepts|lay over|behind',
  ),
  covered(
    P.billing,
    `await page.getByRole('button', { name: 'View All' }).click();`,
    cover(
      '<section role="dialog" aria-modal="true" aria-label="Newsletter" style="position:fixed;inset:0;z-index:9999;background:#fff"><h3>Stay in touch</h3><button>No thanks</button></section>',
    ),
    'newsletter|stay in touch',
    'cover|intercepts|lay over|behind',
  ),
  disabled(
    P.account,
    `await page.getByRole('button', { name: 'Save changes' }).click();`,
    `find('button', 'Save changes').disabled = true;`,
    'disabled|not enabled',
  ),
  disabled(
    P.users,
    `await page.getByRole('button', { name: 'Invite user' }).click();`,
    `const button = find('button', 'Invite user'); const group = document.createElement('fieldset'); group.disabled = true; group.setAttribute('aria-label', 'Read-only mode'); button.replaceWith(group); group.append(button);`,
    'disabled',
    'fieldset',
  ),
  disabled(
    P.register,
    `await page.getByPlaceholder('Email Address').fill('ann@example.org');`,
    `find('#exampleInputEmail').disabled = true;`,
    'disabled|not enabled',
  ),
  disabled(
    P.order,
    `await page.getByRole('button', { name: 'Print' }).click();`,
    `find('button', 'Print').setAttribute('aria-disabled', 'true');`,
    'disabled|not enabled',
  ),
  redrawn(
    P.dashboard,
    `await page.getByRole('link', { name: 'Generate Report' }).click();`,
    redraw(`find('a', 'Generate Report')`),
    'detached|drawn anew|re-?rendered',
  ),
  redrawn(
    P.account,
    `await page.getByRole('button', { name: 'Save changes' }).click();`,
    redraw(`find('button', 'Save changes')`),
    'detached|drawn anew|re-?rendered',
  ),
  redrawn(
    P.order,
    `await page.getByRole('button', { name: 'Send invoice' }).click();`,
    redraw(`find('button', 'Send invoice')`),
    'detached|drawn anew|re-?rendered',
  ),
  dialog(
    P.users,
    `const said = [];
  page.on('dialog', (dialog) => said.push(dialog.message()));
  await page.waitForTimeout(300);
  await page.getByRole('button', { name: 'Invite user' }).click();`,
    `setTimeout(() => confirm('Leave without saving?'), 100);`,
    'dialog',
    '\\bconfirm\\b',
  ),
  dialog(
    P.dashboard,
    `const said = [];
  page.on('dialog', (dialog) => said.push(dialog.message()));
  await page.waitForTimeout(300);
  await expect(page.getByText('$40,000')).toBeVisible();`,
    `setTimeout(() => alert('Your session has ended'), 100);`,
    'dialog',
    '\\balert\\b',
  ),
  dialog(
    P.account,
    `const said = [];
  page.on('dialog', (dialog) => said.push(dialog.message()));
  await page.waitForTimeout(300);
  await page.getByRole('button', { name: 'Save changes' }).click();`,
    `setTimeout(() => prompt('Name of the draft'), 100);`,
    'dialog',
    '\\bprompt\\b',
  ),
];
