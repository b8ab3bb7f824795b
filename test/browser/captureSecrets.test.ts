import { afterAll, beforeAll, expect, test } from 'vitest';
import { byId, decode } from '../support/decode.ts';
import { Doors } from '../support/doors.ts';

/** What must never leave the page, in any field, name, attribute or message. */
const CANARY = 'k4nar1en-vogel';

let doors: Doors;
beforeAll(async () => {
  doors = await Doors.open();
});
afterAll(() => doors.close());

const fields = [
  'type=password',
  'type=hidden',
  'autocomplete=one-time-code',
  'autocomplete="section-a current-password"',
  'autocomplete=new-password',
  'autocomplete=cc-number',
  'autocomplete="billing cc-csc"',
  'name=userPassword',
  'id=cvv',
  'name=card_number',
  'aria-label="Card number"',
  'name=ssn',
  'id=otp-code',
  'placeholder="Security code"',
  'name=passcode',
];

test('no secret leaves the page', async () => {
  await doors.snapshot(`${fields.map((field, i) => `<label>Field ${i} <input class=s ${field} value="${CANARY}"></label>`).join('')}
    <input id=toggled type=password value="${CANARY}"><input id=pw type=password value="${CANARY}" data-state="${CANARY}" title="${CANARY}">
    <button id=by aria-labelledby=pw>x</button><button id=embeds>Send <input type=password value="${CANARY}"></button>
    <label for=email>Code <input autocomplete=one-time-code value="${CANARY}"></label><input id=email>
    <input id=mail autocomplete=one-time-code type=email value="${CANARY}" required><select autocomplete=cc-exp-month><option>01<option selected>${CANARY.slice(0, 2)}</select>
    <textarea name=password>${CANARY}</textarea>`);
  await doors.page.evaluate("toggled.type = 'text'");
  await doors.page.fill('#mail', CANARY);
  await doors.page.press('#mail', 'Tab');
  for (let look = 0; look < 2; look++) {
    const snapshot = await doors.door.capture();
    expect(JSON.stringify(snapshot)).not.toContain(CANARY);
    const rows = decode(snapshot);
    expect(byId(rows, 'toggled').attributes).toMatchObject({ '.value': '[filled]', value: '[filled]' });
    expect(
      rows.filter(({ attributes }) => attributes.class === 's').map(({ attributes }) => attributes['.value']),
    ).toEqual(fields.map(() => '[filled]'));
    expect(rows.filter(({ tag, attributes }) => tag === 'option' && attributes['.selected'])).toEqual([]);
    await doors.page.evaluate("pw.type = 'text'");
  }
});

test('an empty secret field is not said to be filled, and harmless fields are told', async () => {
  const rows = await doors.rows(
    '<input id=a type=password><input id=b name=hotpot value=stew><input id=c name=pincode value=12345>',
  );
  expect(byId(rows, 'a').attributes['.value']).toBeUndefined();
  expect([byId(rows, 'b'), byId(rows, 'c')].map(({ attributes }) => attributes['.value'])).toEqual([
    'stew',
    '12345',
  ]);
});
