import { regionData } from './buildPageJson.ts';
import type { RenderContext } from './RenderContext.ts';
import { headingsData } from './renderHeadings.ts';
import type { SummaryOptions } from './renderSummary.ts';

/** A summary as data: how many elements can be used, regions and headings with theirs. */
export function summaryData(
  context: RenderContext,
  { includeHeadings = true, includeLandmarks = true }: SummaryOptions = {},
): Record<string, unknown> {
  const { regions, headings, counts, visibility } = context.pageState;
  return {
    elements: counts.interactiveBetween(0, visibility.page.nodes.length),
    ...(includeLandmarks && { landmarks: regions.map((region) => regionData(region, context)) }),
    ...(includeHeadings && { headings: headingsData(headings) }),
  };
}
