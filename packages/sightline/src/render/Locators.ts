/**
 * Playwright selectors (`page.locator(...)` takes each as it stands) that find one element and no other in its frame,
 * the best first. What is not offered would have found none, or others too.
 */
export interface Locators {
  /** `[data-element-id="elem-..."]` where that was written into the page, else the session's own engine. */
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
