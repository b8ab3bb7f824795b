import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { exportPlaywright } from '../../packages/sightline/src/agent/trace/exportPlaywright.ts';
import { exportSkill } from '../../packages/sightline/src/agent/trace/exportSkill.ts';
import { readTrace } from '../../packages/sightline/src/agent/trace/readTrace.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { PlaywrightProject } from '../support/PlaywrightProject.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

// Runs of an agent as tests of Playwright: green on the page, red where what they rely on is broken.

/** `broken`: nothing answers what is done. */
const page = (broken: boolean): string => `<!doctype html><title>Orders</title><main><h1>Orders</h1>
<form id=form><label>Name <input id=name></label> <label>Size <select id=size><option>S<option>L</select></label>
<label><input type=checkbox id=gift> Gift</label> <button>Add order</button></form>
<ul id=list></ul><p id=total></p>
<button id=more aria-expanded=false>Show details</button><div id=details hidden>Shipped by train</div>
<a href="${broken ? '#' : '/help'}">Help</a>
<script>
document.getElementById('form').onsubmit = (event) => {
  event.preventDefault();
  if (${broken}) return;
  document.getElementById('list').insertAdjacentHTML('beforeend',
    '<li>' + document.getElementById('name').value + ', size ' + document.getElementById('size').value +
    ' <button>Remove</button></li>');
  document.getElementById('total').textContent = 'One order is placed';
};
document.getElementById('gift').onchange = () => { document.getElementById('total').textContent = ${broken} ? '' : 'Wrapped in paper'; };
document.getElementById('more').onclick = () => { document.getElementById('details').hidden = ${broken}; };
</script></main>`;

type Acts = Record<string, object>[];
const runs: Record<string, Acts> = {
  'add an order': [
    { fill: { index: 'Name', text: 'Lamp' } },
    { select_option: { index: 'Size', options: ['L'] } },
    { click: { index: 'Add order' } },
  ],
  'wrap it': [{ check: { index: 'Gift' } }],
  'see the details': [{ click: { index: 'Show details' } }],
  'read the help': [{ click: { index: 'Help' } }],
};

let servers: [good: TestServer, broken: TestServer];
let session: Session;
let project: PlaywrightProject;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-export-'));
  project = new PlaywrightProject();
  const help = '<!doctype html><title>Help</title><h1>How to order</h1>';
  servers = [
    await startServer({ '/': page(false), '/help': help }),
    await startServer({ '/': page(true), '/help': help }),
  ];
  session = await Session.launch();
});
afterAll(async () => {
  await Promise.all([session?.close(), ...(servers ?? []).map((server) => server.close())]);
  rmSync(folder, { recursive: true });
  await project.remove();
});

test('exported runs pass on the page, and fail where it does not do what it did', async () => {
  const [good, broken] = servers;
  const texts: string[] = [];
  for (const [task, acts] of Object.entries(runs)) {
    const trace = join(folder, `${texts.length}.jsonl`);
    await session.navigate(`${good.origin}/`);
    const model = new ScriptedModel((_, turn) => ({
      next_goal: task,
      action: [acts[turn] ?? { done: { text: 'done' } }],
    }));
    expect(await runAgent(session, task, { model, trace })).toMatchObject({ success: true });
    const exported = exportPlaywright(readTrace(trace));
    expect(exported).toMatchObject({ actions: acts.length, omitted: [] });
    expect(exported.assertions).toBeGreaterThan(0);
    texts.push(exported.text);
  }
  const skill = exportSkill(readTrace(join(folder, '0.jsonl')));
  expect(skill.parameters.map(({ name }) => name)).toEqual(['name', 'size']);
  expect(skill.text).not.toContain('Lamp');
  const lacking = await session.run(skill.text, { args: { name: 'Desk' } });
  expect(lacking.failure?.message).toContain('Give the argument size.');
  const again = await session.run(skill.text, { args: { name: 'Desk', size: 'S', base: good.origin } });
  expect(again.failure).toBeUndefined();
  expect(again.text).toContain('Desk, size S');
  const [first = '', ...others] = texts;
  const withoutHead = (text: string): string => text.slice(text.indexOf('\ntest('));
  project.write('orders.spec.ts', first + others.map(withoutHead).join(''));
  const green = await project.run('orders.spec.ts');
  expect(green.outcomes.map(({ title, status, errors }) => [title, status, errors])).toEqual(
    Object.keys(runs).map((title) => [title, 'passed', []]),
  );
  const red = await project.run('orders.spec.ts', {
    env: { TEST_BASE_URL: broken.origin },
    config: { expect: { timeout: 1_000 } },
  });
  expect(red.outcomes.map(({ title, status }) => [title, status])).toEqual(
    Object.keys(runs).map((title) => [title, 'failed']),
  );
});
