import { isSecretName } from '../../snapshot/urls/redactUrl.ts';
import { secretHint } from './secretHint.ts';

/** What forms carry against forgery: whoever has it can act in the user's name. */
const CSRF_NAME = /csrf|xsrf|nonce/i;

/** Whether what is called so (an attribute, a header, a field, a key) holds a secret. */
export const namesSecret = (name: string): boolean =>
  CSRF_NAME.test(name) || isSecretName(name) || secretHint(name) !== 'nothing';
