import { render } from 'preact';
import type { Inspection } from '../Inspection.ts';
import { App } from './App.tsx';
import { unpackText } from './assets.ts';
import { type Knowledge, openKnowledge, openLooks } from './openLooks.ts';
import { RunView } from './RunView.tsx';

const app = document.getElementById('app') as HTMLElement;

async function show(knowledge?: Knowledge): Promise<Inspection> {
  const inspection = JSON.parse((await unpackText('inspection')) ?? '{"pages":[]}') as Inspection;
  const { run } = inspection;
  if (run) render(<RunView run={run} />, app);
  else {
    const looks = await openLooks(inspection, knowledge ?? (await openKnowledge()));
    render(<App looks={looks} />, app);
  }
  const title = run ? run.task : inspection.pages.at(-1)?.snapshot.title;
  document.title = `${title || 'Page'} · Sightline inspect`;
  return inspection;
}

/** Shows the page again each time the server says that it changed; what it still shows, until then. */
function follow(knowledge: Knowledge): void {
  let last = Promise.resolve<unknown>(undefined);
  new EventSource('./events').addEventListener('page', () => {
    last = last.then(() => show(knowledge)).catch(() => undefined);
  });
}

const { live } = await show();
if (live) follow(await openKnowledge());
