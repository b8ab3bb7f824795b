import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

// What actions and scripts read of a live element, beside captures: its looks, its value, what is wrong with that, its attributes. A page
// repeats its secret there, in its own document and in a frame.

const SECRET = 'Zq7vXk4Tr9';
const REPEATING = `<label>Nick <input id=nick></label><label>Mail <input id=mail></label><select id=kind><option>one<option id=two>two</select>
  <button id=star>Star</button><a id=link note="">Link</a><style id=rules></style><script>
    const said = () => parent.secret;
    nick.oninput = nick.onblur = () => { nick.value = said() };
    mail.oninput = () => mail.setCustomValidity('not ' + said());
    kind.onchange = () => { two.textContent = 'is ' + said(); kind.selectedIndex = 1 };
    star.onclick = () => { star.className = 'k-' + said() + ' on'; rules.textContent = '.on::after { content: "' + said() + '" }' };
    link.onfocus = () => { link.setAttribute("note", said()) };
    setTimeout(() => { link.setAttribute("note", said()) });
  </script>`;

let server: TestServer;
let session: Session;
beforeAll(async () => {
  const page = (rest: string): string =>
    `<title>Log in</title><script>secret = ${JSON.stringify(SECRET)}</script><main><label>Password <input type=password value=${SECRET}></label>${rest}</main>`;
  server = await startServer({
    '/repeating': REPEATING,
    '/sliders': SLIDERS,
    '/alone': page(REPEATING),
    '/framed': page('<iframe src=/repeating width=600 height=300></iframe>'),
  });
});
afterAll(() => server?.close());
// Another session each time: one that has read a secret knows it.
beforeEach(async () => {
  session = await shareSession();
});
afterEach(() => session?.close());

const READ = `for (const root of [page, page.frameLocator('iframe')]) for (let i = 0; i < 6; i++)
  print(await root.locator('#link').getAttribute("note", { timeout: 300 }).catch(() => 'none'))`;

const ACTIONS: Record<string, () => Promise<{ text: string }>> = {
  'fill, where the field holds it then': () => session.fill('Nick', 'Ann'),
  'type, where the field holds it then': () => session.type('Nick', 'Ann'),
  'fill, where it is what is wrong with the value': () => session.fill('Mail', 'ann'),
  'fill of several fields': () => session.fillFields('Nick=Ann; Mail=ann'),
  'select, where the control shows it then': () => session.selectOption('css=#kind', ['one']),
  'check, where a toggle shows its state by its looks': () => session.check('Star'),
  'a script that reads attributes': () =>
    runTool(
      toolNamed('run_script'),
      fakeContext({ session: () => session, openSession: async () => session }),
      { script: READ },
    ),
};

test.each(['alone', 'framed'].flatMap((path) => Object.keys(ACTIONS).map((name) => [path, name] as const)))(
  'on a page that repeats its secret %s: %s',
  async (path, name) => {
    await session.navigate(`${server.origin}/${path}`);
    await session.look();
    const answer = await (ACTIONS[name] as () => Promise<{ text: string }>)().then(
      ({ text }) => text,
      ({ message, hint }: Error & { hint?: string }) => `${message} ${hint}`,
    );
    expect(answer).not.toContain(SECRET);
    expect(answer).toMatch(/\[filled\]|holds something else/);
  },
);

const CODE = '482913';
const SLIDERS = `<title>Log in</title><main><label>Password <input type=password value=${SECRET}></label><label>Enter the 6-digit code <input value=${CODE}></label>
  <div role=slider tabindex=0 aria-label=Volume aria-valuenow=${CODE}>at</div>
  <div role=spinbutton contenteditable aria-label=Month aria-valuetext="${SECRET}">at</div></main>
  <script>document.querySelector('[contenteditable]').onkeydown = (event) => event.preventDefault()</script>`;

test('a slider says no code where it stops, and a part of a date no beginning of a secret', async () => {
  await session.navigate(`${server.origin}/sliders`);
  const answers: Record<string, string> = {};
  for (const [name, value] of [
    ['Volume', '5'],
    ['Volume', CODE],
    ['Month', SECRET.slice(0, 4)],
    ['Month', 'Zq8v'],
  ] as const)
    answers[`${name} ${value}`] = await session.fill(name, value).then(
      ({ text }) => text,
      ({ message }: Error) => message.replace(/^\[\d+\]/, ''),
    );
  expect(JSON.stringify(Object.values(answers))).not.toContain(CODE);
  expect(answers[`Volume ${CODE}`]).toBe(answers['Volume 5']);
  expect(answers[`Month ${SECRET.slice(0, 4)}`]).toBe(answers['Month Zq8v']);
});
