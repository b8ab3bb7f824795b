import { makePeople, makeShipments, roles, teams } from './people.mjs';

const columns = ['name', 'email', 'role', 'team', 'lastLogin', 'status'];

/** Who may use the depot's systems, its shipments and settings. Answers of its methods are `{ status, json }`. */
export class Depot {
  deleted = [];
  reminded = [];
  resets = [];
  added = [];
  released = [];
  settings = { maintenance: false, weeklyReport: true, sessionMinutes: 30, region: 'North', banner: '' };

  /** `rows`: people on a page of the table. */
  constructor(rows) {
    this.rows = rows;
    this.people = makePeople(Math.ceil(rows * 2.5));
    this.shipments = makeShipments();
    this.first = new Map(this.people.map((person) => [person.id, { ...person }]));
  }

  /** What has changed since the start. `changed`: by name, the new values of a person's fields. */
  state() {
    const pairs = this.people
      .filter(({ id }) => this.first.has(id))
      .map((now) => [now, this.first.get(now.id)]);
    const changed = pairs
      .map(([now, first]) => [first.name, changes(now, first)])
      .filter(([, fields]) => fields);
    const { added, deleted, reminded, resets, released, settings } = this;
    return { changed: Object.fromEntries(changed), added, deleted, reminded, resets, released, settings };
  }

  list(query) {
    const words = (query.get('q') ?? '').trim().toLowerCase();
    const [team, status, page] = [
      query.get('team') ?? '',
      query.get('status') ?? '',
      Number(query.get('page') ?? 1),
    ];
    const found = this.people.filter(
      (one) =>
        `${one.name} ${one.email}`.toLowerCase().includes(words) &&
        (!team || one.team === team) &&
        (!status || one.status === status),
    );
    const sorted = sort(found, query.get('sort'), query.get('down') === 'true');
    const first = (page - 1) * this.rows;
    const pages = Math.max(1, Math.ceil(found.length / this.rows));
    return { json: { people: sorted.slice(first, first + this.rows), total: found.length, page, pages } };
  }

  find(id) {
    return this.people.find((one) => one.id === Number(id));
  }

  change(id, fields) {
    const person = this.find(id);
    if (!person) return refuse({ name: 'There is no such person.' });
    const errors = findErrors({ ...person, ...fields });
    if (Object.keys(errors).length > 0) return refuse(errors);
    Object.assign(person, fields);
    return { json: { person, message: `${person.name} saved` } };
  }

  add(fields) {
    const errors = findErrors(fields);
    if (this.people.some(({ email }) => email === fields.email))
      errors.email = 'Somebody has this address already.';
    if (Object.keys(errors).length > 0) return refuse(errors);
    const person = {
      id: 2001 + this.people.length,
      phone: '',
      city: '',
      lastLogin: 'never',
      ...fields,
      status: 'invited',
    };
    this.people.unshift(person);
    this.added.push(fields);
    return { json: { person, message: `${person.name} invited` } };
  }

  /** Deletes for good; `typed` has to be the person's name. */
  delete(id, typed) {
    const person = this.find(id);
    if (person?.name !== typed.trim()) return refuse({ confirm: 'The name is not the same.' });
    this.people = this.people.filter((one) => one !== person);
    this.deleted.push(person.name);
    return { json: { message: `${person.name} deleted` } };
  }

  /** Several people at once: `remind`, `suspend` or `activate`. */
  together(ids, what) {
    const people = this.people.filter(({ id }) => ids.includes(id));
    if (what === 'remind') this.reminded.push(...people.map(({ name }) => name));
    else for (const person of people) person.status = what === 'suspend' ? 'suspended' : 'active';
    return { json: { message: `Done for ${people.length} people` } };
  }

  reset(id) {
    this.resets.push(this.find(id).name);
    return { json: { message: 'A link to set a new password is sent' } };
  }

  release(number) {
    this.released.push(number);
    return { json: { message: `${number} is released` } };
  }

  saveSettings(fields) {
    if (!(fields.sessionMinutes >= 5 && fields.sessionMinutes <= 240))
      return refuse({ sessionMinutes: 'Enter 5 to 240 minutes.' });
    this.settings = fields;
    return { json: { message: 'Settings saved' } };
  }
}

const refuse = (errors) => ({ status: 422, json: { errors } });

function changes(now, first) {
  const fields = Object.entries(now).filter(([key, value]) => value !== first[key]);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

function sort(people, column, down) {
  if (!columns.includes(column)) return people;
  const sorted = people.toSorted((a, b) => (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : 0));
  return down ? sorted.reverse() : sorted;
}

function findErrors({ name, email, role, team }) {
  const errors = {};
  if (!/\S+ \S+/.test(name ?? '')) errors.name = 'Enter a first and a last name.';
  if (!/^\S+@\S+\.\S+$/.test(email ?? '')) errors.email = 'Enter a valid email address.';
  if (!roles.includes(role)) errors.role = 'Choose a role.';
  if (!teams.includes(team)) errors.team = 'Choose a team.';
  return errors;
}
