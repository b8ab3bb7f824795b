import { renderExplained } from '../../failure/renderExplained.ts';
import { LocatorResolver } from '../../script/locators/LocatorResolver.ts';
import { locatorSpec } from '../../script/locators/LocatorSpec.ts';
import { writeLocator } from '../../script/locators/writeLocator.ts';
import type { CapturedPage } from '../../session/captured/CapturedPage.ts';
import type { SessionContext } from '../../session/SessionContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { PageCheck } from '../pollPage.ts';
import { type OfferedElement, toLocatorSpec } from './OfferedElement.ts';

/** Whether a person can use such an element. Throws `invalid_argument` for what describes none. */
export function checkOffered(element: OfferedElement): PageCheck {
  const { disabled = false } = element;
  const { success, data: spec, error } = locatorSpec.safeParse(toLocatorSpec(element));
  if (!success)
    throw new SightlineError(
      'invalid_argument',
      `toOffer takes a role and a name: ${error.issues[0]?.message}.`,
      {
        hint: "Write toOffer({ role: 'button', name: 'Pay' }).",
      },
    );
  const find = (page: CapturedPage, context: SessionContext): Promise<PageNode[]> =>
    new LocatorResolver(context).findAll(spec, page);
  return {
    locator: writeLocator(spec),
    async test(page, context) {
      return (await find(page, context)).some((node) => node.disabled === disabled);
    },
    async describe(page, context) {
      const found = (await find(page, context)).filter((node) => node.disabled === disabled);
      return ['The page offers:', ...renderExplained(found, page.renderContext())].join('\n');
    },
    async explain(page, context) {
      const found = await find(page, context);
      if (found.length > 0) return renderExplained(found, page.renderContext()).join('\n');
      return new LocatorResolver(context).findOne(spec, page).then(
        () => '',
        (reason: unknown) => (reason instanceof SightlineError ? reason.message : String(reason)),
      );
    },
  };
}
