import type { PageNode } from '../snapshot/Page.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';

/** Fields that a form to log in may have: name, password, a code, a search box beside it. A form to register has more. */
const MAX_FIELDS = 4;
const FIELD_TYPES = new Set(['', 'text', 'email', 'tel', 'number', 'search', 'password']);

/** Whether a page asks who its reader is: it shows one password field, not for a new password, among few other fields. */
export function asksForLogin(visibility: Visibility): boolean {
  const fields = visibility.page.nodes.filter((node) => isField(node) && !isRemoved(visibility, node));
  const passwords = fields.filter((node) => typeOf(node) === 'password');
  const [password] = passwords;
  if (!password || passwords.length > 1 || fields.length > MAX_FIELDS) return false;
  return !/new-password/i.test(password.attributes.autocomplete ?? '');
}

const isField = (node: PageNode): boolean => node.tag === 'input' && FIELD_TYPES.has(typeOf(node));

const typeOf = ({ attributes }: PageNode): string => (attributes.type ?? '').toLowerCase();
