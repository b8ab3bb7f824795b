import { render } from 'preact';
import type { SearchData } from '../../session/queries/SearchResources.ts';
import type { Inspection } from '../Inspection.ts';
import { App } from './App.tsx';
import { unpackText } from './assets.ts';
import { loadPages, unpackSearchData } from './loadPages.ts';
import { RunView } from './run/RunView.tsx';

const app = document.getElementById('app') as HTMLElement;

async function renderInspection(searchData?: SearchData): Promise<Inspection> {
  const inspection = JSON.parse((await unpackText('inspection')) ?? '{"pages":[]}') as Inspection;
  const { run } = inspection;
  if (run) render(<RunView run={run} />, app);
  else {
    const loadedPages = await loadPages(inspection, searchData ?? (await unpackSearchData()));
    render(
      <App
        loadedPages={loadedPages}
        isLive={inspection.live === true}
        isNumbered={inspection.isNumbered === true}
      />,
      app,
    );
  }
  const title = run ? run.task : inspection.pages.at(-1)?.snapshot.title;
  document.title = `${title || 'Page'} · Sightline inspect`;
  return inspection;
}

/** Renders the page again whenever the server reports a change. */
function watchForChanges(searchData: SearchData): void {
  let last = Promise.resolve<unknown>(undefined);
  new EventSource('./events').addEventListener('page', () => {
    last = last.then(() => renderInspection(searchData)).catch(() => undefined);
  });
}

const { live } = await renderInspection();
if (live) watchForChanges(await unpackSearchData());
