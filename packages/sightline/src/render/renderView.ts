import { runSteps, type Steps } from '../snapshot/runSteps.ts';
import { buildPageJson } from './buildPageJson.ts';
import type { HtmlMode } from './html/HtmlTree.ts';
import { renderHtmlInSteps } from './html/renderHtml.ts';
import type { RenderContext, RenderedText, ViewOptions } from './RenderContext.ts';
import { renderFlat, renderOutline } from './renderOutline.ts';
import { renderMinimalSummary, renderSummary, type SummaryOptions } from './renderSummary.ts';
import { summaryData } from './summaryData.ts';

export type ViewName = 'outline' | 'flat' | 'summary' | 'minimal' | 'html' | 'json';

/** All of them. */
export const VIEWS = [
  'outline',
  'flat',
  'summary',
  'minimal',
  'html',
  'json',
] as const satisfies readonly ViewName[];

export interface ShowOptions extends ViewOptions {
  /** Default `outline`. */
  view?: ViewName;
  /** How much the html view keeps; default `full`. */
  htmlMode?: HtmlMode;
  /** Parts of the view `summary`; default all. */
  summary?: SummaryOptions;
}

/** A view as text and as data. */
export interface RenderedView extends RenderedText {
  data: Record<string, unknown>;
}

/** Renders any view. */
export function renderView(view: ViewName, context: RenderContext, options: ShowOptions): RenderedView {
  return runSteps(renderViewInSteps(view, context, options));
}

/** `renderView` as a generator: the caller may pause between steps. */
export function* renderViewInSteps(
  view: ViewName,
  context: RenderContext,
  options: ShowOptions,
): Steps<RenderedView> {
  if (view === 'json') {
    yield* context.pageState.stableIds.prepare();
    yield;
    const data = buildPageJson(context);
    yield;
    return { text: JSON.stringify(data, null, 1), data, complete: data.omitted === undefined };
  }
  const rendered =
    view === 'html'
      ? yield* renderHtmlInSteps(context, options.htmlMode ?? 'full')
      : renderTextView(view, context, options);
  const { text, complete } = rendered;
  const { page } = context.pageState.visibility;
  const facts = view === 'summary' || view === 'minimal' ? summaryData(context, options.summary) : {};
  return { ...rendered, data: { url: page.url, title: page.title, view, ...facts, text, complete } };
}

/** The html view is rendered from the markup style, in which labels are elements. */
export function withViewStyle<Options extends ShowOptions>(options: Options): Options {
  return options.view === 'html' ? { ...options, style: 'markup' } : options;
}

function renderTextView(
  view: 'outline' | 'flat' | 'summary' | 'minimal',
  context: RenderContext,
  options: ShowOptions,
): RenderedText {
  if (view === 'outline') return renderOutline(context);
  if (view === 'flat') return renderFlat(context);
  const text = view === 'summary' ? renderSummary(context, options.summary) : renderMinimalSummary(context);
  return { text, complete: true };
}
