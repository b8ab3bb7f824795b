/** Playwright selectors for `page.locator(...)`, best first, each of which finds exactly this element in its frame. */
export interface Locators {
  /** `[data-element-id="elem-..."]` if ids were written into the page, else a selector of the session's own engine. */
  primary: string;
  testId?: string;
  id?: string;
  /** Role and accessible name. */
  role?: string;
  css?: string;
  xpath?: string;
  /** Exact text. */
  text?: string;
}

/** An element's locators, and those of the frames around it, the outermost first: `page.frameLocator(...)`. */
export interface ElementLocators {
  locators: Locators;
  frameLocators: string[];
}
