import type { RenderContext } from '../render/RenderContext.ts';
import { LocatorResolver } from '../script/locators/LocatorResolver.ts';
import type { LocatorFindings } from '../script/locators/LocatorSearch.ts';
import type { LocatorSpec } from '../script/locators/LocatorSpec.ts';
import type { CapturedPage } from '../session/captured/CapturedPage.ts';
import type { SessionContext } from '../session/SessionContext.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { isShownInteractive } from '../visibility/Visibility.ts';
import type { Failure, ObservedEvents } from './Failure.ts';

/** What the locator of a failure finds on the page as it is now. */
export interface LocatorMatches {
  /** Those that a person sees. */
  visible: readonly PageNode[];
  /** Those that match and are not seen. */
  hidden: readonly PageNode[];
  /** Those in other documents than the locator searches: frames, or the page around one. */
  elsewhere: readonly PageNode[];
  /** How many steps it took until nothing was left; undefined where something was. */
  emptyAfter: number | undefined;
}

const NO_MATCHES: LocatorMatches = { visible: [], hidden: [], elsewhere: [], emptyAfter: undefined };

/** A page on which a step has failed: what its causes are looked for in. */
export class FailedPage {
  readonly failure: Failure;
  readonly spec: LocatorSpec | undefined;
  readonly page: CapturedPage;
  readonly context: RenderContext;
  readonly services: SessionContext;
  readonly observed: ObservedEvents;
  readonly matches: LocatorMatches;
  readonly #resolver: LocatorResolver;

  private constructor(
    { failure, spec, services, observed }: FailedPageInput,
    page: CapturedPage,
    resolver: LocatorResolver,
    matches: LocatorMatches,
  ) {
    this.failure = failure;
    this.spec = spec;
    this.services = services;
    this.observed = observed;
    this.page = page;
    this.context = page.renderContext();
    this.matches = matches;
    this.#resolver = resolver;
  }

  /** Captures the page. Throws what a capture throws. */
  static async capture(input: FailedPageInput): Promise<FailedPage> {
    const page = await input.services.capture();
    await input.services.loadSearch();
    const resolver = new LocatorResolver(input.services);
    const matches = input.spec ? await findMatches(input.spec, page, resolver) : NO_MATCHES;
    return new FailedPage(input, page, resolver, matches);
  }

  /** All that another locator finds, hidden ones too; nothing where it cannot be evaluated. */
  async find(spec: LocatorSpec): Promise<PageNode[]> {
    return this.#resolver.findAll(spec, this.page, { hidden: true }).catch(() => []);
  }

  /** A person sees it and can use it. */
  isUsable(node: PageNode): boolean {
    return isShownInteractive(this.context.pageState.visibility, node);
  }
}

export interface FailedPageInput {
  failure: Failure;
  spec: LocatorSpec | undefined;
  services: SessionContext;
  observed: ObservedEvents;
}

const isFrameStep = ({ by }: { by: string }): boolean => by === 'frame';

/** Playwright searches one document: the main one, or that of the frames that the locator names. */
async function findMatches(
  spec: LocatorSpec,
  page: CapturedPage,
  resolver: LocatorResolver,
): Promise<LocatorMatches> {
  const findings = await resolver.find(spec, page).catch(
    (): LocatorFindings => ({
      found: [],
      hidden: [],
      emptyAfter: undefined,
    }),
  );
  const namesFrame = spec.some(isFrameStep);
  const isInScope = ({ document }: PageNode): boolean => namesFrame || document.owner === undefined;
  const visible = findings.found.filter(isInScope);
  const hidden = findings.hidden.filter(isInScope);
  if (visible.length > 0 || hidden.length > 0 || !namesFrame)
    return {
      visible,
      hidden,
      elsewhere: findings.found.filter((node) => !isInScope(node)),
      emptyAfter: findings.emptyAfter,
    };
  const withoutFrames = spec.slice(spec.findLastIndex(isFrameStep) + 1);
  const elsewhere =
    withoutFrames.length > 0 ? await resolver.findAll(withoutFrames, page).catch(() => []) : [];
  return { visible, hidden, elsewhere, emptyAfter: findings.emptyAfter };
}
