/** Fields that take a secret, each by another sign. `VALUE` stands for what is written into the page's source. */
export const secretFields: Record<string, string> = {
  password: '<input type=password VALUE>',
  'one-time code': '<input autocomplete=one-time-code VALUE>',
  'current password, as text': '<input autocomplete="section-a current-password" VALUE>',
  'new password, as text': '<input autocomplete=new-password VALUE>',
  'card number': '<input autocomplete=cc-number VALUE>',
  'card code': '<input autocomplete="billing cc-csc" VALUE>',
  'end of the card': '<input autocomplete=cc-exp VALUE>',
  'name in camel case': '<input name=userPassword VALUE>',
  'id cvv': '<input id=cvv VALUE>',
  'name card_number': '<input name=card_number VALUE>',
  'aria-label': '<input aria-label="Card number" VALUE>',
  'name ssn': '<input name=ssn VALUE>',
  'id otp': '<input id=otp-code VALUE>',
  placeholder: '<input placeholder="Security code" VALUE>',
  'placeholder of a date': '<input placeholder="MM / YY" VALUE>',
  'placeholder of dots': '<input placeholder="••••••••" VALUE>',
  passcode: '<input name=passcode VALUE>',
  'name pin': '<input name=pin VALUE>',
  'security answer': '<input name=securityAnswer1 VALUE>',
  'api key that is typed': '<input name=api_key VALUE>',
  'label for': '<label for=lf>Passwort</label><input id=lf VALUE>',
  'label around': '<label>Mot de passe <input VALUE></label>',
  'label in Spanish': '<label>Contraseña<input VALUE></label>',
  'label in Chinese': '<label>密码<input VALUE></label>',
  'label in Japanese': '<label>パスワード<input VALUE></label>',
  'label in Korean': '<label>비밀번호<input VALUE></label>',
  'label in Russian': '<label>Пароль<input VALUE></label>',
  'label in Arabic': '<label>كلمة المرور<input VALUE></label>',
  'label of a code': '<label>Bestätigungscode<input VALUE></label>',
  'label of a card': '<label>Numéro de carte<input VALUE></label>',
  'aria-labelledby': '<b id=lb>Wachtwoord</b><input aria-labelledby=lb VALUE>',
  'painted as dots': '<input style="-webkit-text-security:disc" VALUE>',
  'words beside': '<div><span>Password:</span> <span><input VALUE></span></div>',
  'a toggle beside': '<div><input VALUE><button type=button aria-label="Hide password"></button></div>',
  'cell beside': '<table><tr><td>Password<td><input VALUE></table>',
  textarea: '<textarea name=password>TEXT</textarea>',
  'editing host': '<div contenteditable aria-label=Password style="height:20px;overflow:hidden">TEXT</div>',
  'password that is shown': '<input type=password data-show VALUE>',
};

/** Each field in the page, found as `[data-n="3"]`. */
export function fieldsHtml(values: (n: number) => string): string {
  const fields = Object.values(secretFields).map((html, n) => {
    const marked = html.replace(/<(input|textarea|div contenteditable)/, `<$1 data-n="${n}"`);
    return `<p>${withValue(marked, values(n))}</p>`;
  });
  return `<style>input,textarea,[contenteditable]{width:200px;font:15px sans-serif}</style>${fields.join('\n')}`;
}

export function withValue(html: string, value: string): string {
  const written = escapeHtml(value);
  return html.replace('VALUE', () => `value="${written}"`).replace('TEXT', () => written);
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
