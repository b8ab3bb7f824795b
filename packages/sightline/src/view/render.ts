import { finish, type Steps } from '../model/finish.ts';
import { flat } from './flat.ts';
import type { HtmlMode } from './HtmlTree.ts';
import { htmlInSteps } from './html.ts';
import { json } from './json.ts';
import { outline } from './outline.ts';
import { minimalSummary, type SummaryOptions, summary } from './summary.ts';
import type { Scene, ViewOptions, Written } from './View.ts';

export type ViewName = 'outline' | 'flat' | 'summary' | 'minimal' | 'html' | 'json';

export interface ShowOptions extends ViewOptions {
  /** Default `outline`. */
  view?: ViewName;
  /** How much the html view keeps; default `full`. */
  htmlMode?: HtmlMode;
  /** With view `summary`: what it tells; default all. */
  summary?: SummaryOptions;
}

/** A view as text and as data. */
export interface Rendered extends Written {
  data: Record<string, unknown>;
}

/** Shows a scene in any view. */
export function render(view: ViewName, scene: Scene, options: ShowOptions): Rendered {
  return finish(renderInSteps(view, scene, options));
}

/** The same in steps. */
export function* renderInSteps(view: ViewName, scene: Scene, options: ShowOptions): Steps<Rendered> {
  if (view === 'json') {
    yield* scene.structure.stableIds.prepare();
    yield;
    const data = json(scene);
    yield;
    return { text: JSON.stringify(data, null, 1), data, complete: data.omitted === undefined };
  }
  const written =
    view === 'html'
      ? yield* htmlInSteps(scene, options.htmlMode ?? 'full')
      : renderText(view, scene, options);
  const { text, complete } = written;
  const { page } = scene.structure.pruning;
  return { ...written, data: { url: page.url, title: page.title, view, text, complete } };
}

/** As labels are elements of their own in HTML, it is made of what the markup style tells. */
export function optionsFor<Options extends ShowOptions>(options: Options): Options {
  return options.view === 'html' ? { ...options, style: 'markup' } : options;
}

function renderText(
  view: 'outline' | 'flat' | 'summary' | 'minimal',
  scene: Scene,
  options: ShowOptions,
): Written {
  if (view === 'outline') return outline(scene);
  if (view === 'flat') return flat(scene);
  const text = view === 'summary' ? summary(scene, options.summary) : minimalSummary(scene);
  return { text, complete: true };
}
