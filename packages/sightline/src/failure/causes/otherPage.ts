import { quote, stripInvisible } from '../../render/escape.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { FailedPage } from '../FailedPage.ts';

const LOGIN = /\b(?:log ?in|log ?on|sign ?in|sign ?on|anmelden|authenticate|session (?:has )?expired)\b/i;
const ERROR_PAGE =
  /\b(?:404|403|401|500|502|503|not found|page (?:does not|doesn['’]t) exist|forbidden|access denied|unauthorized|server error|bad gateway|unavailable|under maintenance|something went wrong)\b/i;

/** That the page is not the one which a test can expect: a login page, an error page, an empty one. Undefined otherwise. */
export function otherPageText(failed: FailedPage): string | undefined {
  const { page, visibility, headings } = failed.context.pageState;
  const place = `${page.title ? `${quote(shorten(stripInvisible(page.title), 80))}, ` : ''}${addressText(page.url)}`;
  const visible = visibility.page.nodes.filter((node) => !isRemoved(visibility, node));
  const texts = [page.title, ...headings.slice(0, 3).map(({ text }) => text)];
  const hasPassword = visible.some(
    ({ tag, attributes }) => tag === 'input' && attributes.type === 'password',
  );
  const asksForLogin = [...texts, page.url.replace(/[/\-_?=&.]+/g, ' ')].some((text) => LOGIN.test(text));
  if (hasPassword && asksForLogin)
    return `The page is a login page (${place}), not the one that the test expects.`;
  const error = texts.find((text) => ERROR_PAGE.test(text));
  if (error !== undefined)
    return `The page is an error page, ${quote(shorten(error, 80))} (${place}), not the one that the test expects.`;
  if (
    !visible.some((node) => node.isText) &&
    !visible.some(({ index }) => visibility.interactive[index] === 1)
  )
    return /^about:blank/.test(page.url)
      ? 'The page is empty: about:blank was not left.'
      : `The page shows nothing (${place}).`;
  return undefined;
}

/** What page it is: for who found nothing on it. `The page is "Orders", https://shop.example/orders.` */
export function pageText(failed: FailedPage): string {
  const { title, url } = failed.context.pageState.page;
  const name = title ? `${quote(shorten(stripInvisible(title), 80))}, ` : '';
  return `The page is ${name}${addressText(url)}.`;
}

export function addressText(url: string): string {
  return shorten(stripInvisible(redactUrl(url)), 120);
}
