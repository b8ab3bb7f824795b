import { renderExplained } from '../../failure/renderExplained.ts';
import { writeLocator } from '../../script/locators/writeLocator.ts';
import { findNodesByText } from '../../search/text/findNodesByText.ts';
import { findTextMatches, type TextMatches } from '../../search/text/findTextMatches.ts';
import { renderTextMatches } from '../../search/text/renderTextMatches.ts';
import type { CapturedPage } from '../../session/captured/CapturedPage.ts';
import { findNearest } from '../../session/refs/findNearest.ts';
import type { PageCheck } from '../pollPage.ts';

/** Whether words stand in what a person sees. */
export function checkShown(words: string | RegExp): PageCheck {
  const text = typeof words === 'string' ? words : words.source;
  const find = (page: CapturedPage): TextMatches =>
    findTextMatches(page.pageState, text, { pattern: typeof words !== 'string', limit: 3 });
  const pattern = typeof words === 'string' ? words : { regex: words.source, flags: words.flags };
  return {
    locator: writeLocator([{ by: 'text', text: pattern }]),
    test: async (page) => find(page).total > 0,
    describe: async (page) => renderTextMatches(find(page), text, page.renderContext()).text,
    async explain(page, services) {
      const context = page.renderContext();
      const head = renderTextMatches(find(page), text, context).text;
      const hidden = typeof words === 'string' ? findNodesByText(context.pageState.visibility, text) : [];
      if (hidden.length > 0) return [head, ...renderExplained(hidden, context)].join('\n');
      const nearest = await findNearest(text, context, services);
      return nearest.length > 0 ? [head, 'Nearest:', ...nearest].join('\n') : head;
    },
  };
}
