/** What was done to a page. */
export type BreakageKind =
  | 'renamed'
  | 'hidden'
  | 'slow'
  | 'covered'
  | 'in a frame'
  | 'other text'
  | 'disabled'
  | 'closed section'
  | 'several'
  | 'other page'
  | 'other value'
  | 'redrawn'
  | 'open dialog';

/** A test that passes on a page as its package ships it, and fails on the page as it is broken. */
export interface FailureCase {
  kind: BreakageKind;
  /** Path of the page on the benchmarks' server. */
  page: string;
  /** Steps of the test, with `page` and `expect`. */
  steps: string;
  /** What breaks the page: a script that runs in it before the steps. It has `find(selector, text)`. */
  breakage: string;
  /** What a text must say to name the cause: regular expressions, all of them, in any letter case. */
  cause: readonly string[];
}

/** Shorthand for the rows of the lists. */
export const of =
  (kind: BreakageKind) =>
  (page: string, steps: string, breakage: string, ...cause: string[]): FailureCase => ({
    kind,
    page,
    steps,
    breakage,
    cause,
  });

const sneat = '/sneat-bootstrap-html-admin-template-free/html';
const material = '/material-dashboard/pages';
const sbAdmin = '/startbootstrap-sb-admin-2';

/** Pages of admin kits, by short names. */
export const PAGES = {
  dashboard: `${sbAdmin}/index.html`,
  employees: `${sbAdmin}/tables.html`,
  register: `${sbAdmin}/register.html`,
  account: `${sneat}/pages-account-settings-account.html`,
  billing: `${material}/billing.html`,
  notifications: `${material}/notifications.html`,
  settings: '/production/settings.html',
  orders: '/production/orders.html',
  order: '/production/order_detail.html',
  users: '/production/user_management.html',
  inbox: '/production/inbox.html',
  login: `${sbAdmin}/login.html`,
  adminLogin: '/production/login.html',
  missing: '/production/page_404.html',
  maintenance: `${sneat}/pages-misc-under-maintenance.html`,
  signIn: `${material}/sign-in.html`,
} as const;

/** Milliseconds that actions and matchers of the tests wait. */
export const STEP_TIMEOUT_MS = 2_000;
/** What is slow comes this much later. */
export const SLOW_MS = STEP_TIMEOUT_MS + 600;
