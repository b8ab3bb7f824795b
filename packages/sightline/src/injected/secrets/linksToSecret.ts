import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { attribute, queryAll } from '../dom/dom.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';

/** Whether a link leads to an address of which a part is withheld: what prints a page writes it out. */
export const linksToSecret = (roots: readonly TreeRoot[]): boolean =>
  roots.some((root) =>
    Array.from(queryAll(root, '[*|href]')).some((link) =>
      HREFS.some((name) => {
        const address = attribute(link, name) ?? '';
        return redactUrl(address) !== address;
      }),
    ),
  );

const HREFS = ['href', 'xlink:href'];
