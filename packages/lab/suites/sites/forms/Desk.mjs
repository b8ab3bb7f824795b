import { branches, bulkyItems, grades, questions, times, topics, zones } from './services.mjs';

const email = [/^\S+@\S+\.\S+$/, 'Enter an email address like name@example.com'];
const fullName = [/\S+ \S+/, 'Enter your first and last name'];
const oneOf = (values, message) => [{ test: (text) => values.includes(text) }, message];

/** What each form asks for: a rule by field, given what was entered. */
const rules = {
  permit1: (entered) => ({
    name: fullName,
    day: [/^(0?[1-9]|[12]\d|3[01])$/, 'Enter the day of your birth'],
    month: [/^[A-Z]/, 'Choose the month of your birth'],
    year: [/^(19|20)\d\d$/, 'Enter the year of your birth with four digits'],
    email,
    resident: [/^(yes|no)$/, 'Say whether you live in Marlow'],
    ...(entered.resident === 'yes' && { street: [/\S/, 'Enter your street and number'] }),
    ...(entered.resident === 'no' && { employer: [/\S/, 'Enter where you work in Marlow'] }),
  }),
  permit2: (entered) => ({
    plate: [/^[A-Z]{2} \d{4}$/, 'Enter the registration as two capital letters, a space and four digits'],
    fuel: oneOf(['petrol', 'diesel', 'electric'], 'Choose what the vehicle runs on'),
    ...(entered.fuel === 'electric' && {
      charging: oneOf(['home', 'street'], 'Say where you charge the vehicle'),
    }),
  }),
  permit3: () => ({
    zone: oneOf(zones, 'Choose a zone from the list'),
    start: [/^20(2[6-9]|[3-9]\d)-(?!0[1-5]).+$/, 'Choose a first day from 1 June 2026 on'],
    months: oneOf(['3', '6', '12'], 'Choose how long the permit is for'),
  }),
  permit4: () => ({ confirm: [/^yes$/, 'Confirm that what you entered is true'] }),
  appointment: () => ({
    topic: oneOf(topics, 'Choose what it is about'),
    date: [/^2026-\d\d-\d\d$/, 'Choose a day'],
    time: oneOf(times, 'Choose a time'),
    name: fullName,
    email,
  }),
  bulky: () => ({
    items: [/\S/, 'Choose at least one thing to collect'],
    street: [/\S/, 'Enter the street and number'],
    day: oneOf(['Monday', 'Wednesday', 'Saturday'], 'Choose a day'),
  }),
  library: (entered) => ({
    name: fullName,
    birth: [/^\d{4}-\d\d-\d\d$/, 'Enter your date of birth'],
    branch: oneOf(branches, 'Choose a branch'),
    pin: [/^\d{4,8}$/, 'Enter a PIN of 4 to 8 digits'],
    again: oneOf([entered.pin], 'The two PINs are not the same'),
  }),
  pothole: () => ({
    street: [/\S/, 'Enter the street'],
    width: oneOf(['hand', 'plate', 'larger'], 'Choose how large it is'),
    text: [/\S{3}/, 'Describe where exactly it is'],
  }),
  survey: () =>
    Object.fromEntries(
      Object.keys(questions).map((key) => [key, oneOf(grades, `Answer "${questions[key]}"`)]),
    ),
};

/** What citizens have sent, and the permit that is being applied for. */
export class Desk {
  state = { draft: {}, permits: [], appointments: [], collections: [], cards: [], reports: [], surveys: [] };

  /** Takes one step of the permit: what is wrong with it, by field, or undefined. */
  permit(step, form) {
    const entered = readForm(form);
    const errors = findErrors(`permit${step}`, entered);
    const { draft } = this.state;
    if (errors) {
      this.entered = entered;
      return errors;
    }
    this.state.draft = { ...draft, ...entered };
    if (step === 4) {
      const { confirm, ...permit } = this.state.draft;
      this.state.permits.push({ number: `P-${880 + this.state.permits.length}`, ...permit });
      this.state.draft = {};
    }
    return undefined;
  }

  /** Takes a form of one page: `{ entered, errors }`; `errors` is undefined where it is saved. */
  save(kind, form) {
    const entered = readForm(form);
    if (kind === 'bulky') entered.items = form.getAll('item').join(', ');
    const errors = findErrors(kind, entered);
    if (!errors) this.#keep(kind, entered, form);
    return { entered, errors };
  }

  #keep(kind, entered, form) {
    const { state } = this;
    if (kind === 'appointment') state.appointments.push(entered);
    if (kind === 'pothole') state.reports.push(entered);
    if (kind === 'survey') state.surveys.push(entered);
    if (kind === 'library') {
      const { pin, again, ...card } = entered;
      state.cards.push({ ...card, news: entered.news === 'yes', pinLength: pin.length });
    }
    if (kind === 'bulky') {
      const items = form
        .getAll('item')
        .map((item) => [item, Number(entered[`count-${bulkyItems.indexOf(item)}`] || 1)]);
      state.collections.push({ items: Object.fromEntries(items), street: entered.street, day: entered.day });
    }
  }
}

const readForm = (form) => Object.fromEntries([...form].map(([name, value]) => [name, value.trim()]));

function findErrors(kind, entered) {
  const wrong = Object.entries(rules[kind](entered)).filter(
    ([name, [rule]]) => !rule.test(entered[name] ?? ''),
  );
  return wrong.length > 0
    ? Object.fromEntries(wrong.map(([name, [, message]]) => [name, message]))
    : undefined;
}
