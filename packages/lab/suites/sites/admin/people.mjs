import { Random } from '../kit/Random.mjs';

const firstNames = [
  'Mara',
  'Oskar',
  'Leila',
  'Bruno',
  'Agnes',
  'Dario',
  'Freya',
  'Ismael',
  'Klara',
  'Milan',
  'Noor',
  'Pia',
  'Ruben',
  'Selma',
  'Tariq',
  'Vera',
  'Wim',
  'Zoe',
  'Emil',
  'Hugo',
];
const lastNames = [
  'Lindholm',
  'Castellan',
  'Ferrant',
  'Hoekstra',
  'Ibsen',
  'Jarvela',
  'Kowal',
  'Madsen',
  'Nilsen',
  'Okoye',
  'Petrov',
  'Quist',
  'Rinaldi',
  'Stanek',
  'Toman',
  'Ulvang',
  'Varga',
  'Wexler',
  'Yilmaz',
  'Zapata',
];
export const roles = ['Viewer', 'Editor', 'Dispatcher', 'Manager', 'Owner'];
export const teams = ['Harbor', 'Yard', 'Rail', 'Customs', 'Office'];
const cities = ['Rotterdam', 'Gdansk', 'Porto', 'Turku', 'Trieste', 'Cork'];

/** The people that tasks speak of; two of them share a last name with another, and two a first name. */
const known = [
  { name: 'Mara Lindholm', at: 4, role: 'Editor', team: 'Yard', status: 'active', phone: '+358 2 555 0143' },
  { name: 'Mara Lindqvist', at: 6, role: 'Viewer', team: 'Rail', status: 'active' },
  { name: 'Oskar Castellan', at: 2, role: 'Viewer', team: 'Harbor', status: 'active' },
  { name: 'Leila Castellan', at: 11, role: 'Viewer', team: 'Customs', status: 'active' },
  {
    name: 'Bruno Ferrant',
    at: 16,
    role: 'Dispatcher',
    team: 'Yard',
    status: 'active',
    phone: '+351 22 555 0178',
  },
  { name: 'Agnes Toman', at: 23, role: 'Manager', team: 'Office', status: 'active' },
  { name: 'Dario Varga', at: 150, role: 'Editor', team: 'Rail', status: 'active' },
  { name: 'Freya Zapata', at: 30, role: 'Viewer', team: 'Harbor', status: 'suspended' },
  { name: 'Pia Wexler', at: 37, role: 'Viewer', team: 'Customs', status: 'invited' },
  { name: 'Hugo Nilsen', at: 90, role: 'Viewer', team: 'Customs', status: 'invited' },
  { name: 'Zoe Madsen', at: 120, role: 'Viewer', team: 'Customs', status: 'invited' },
];

/** `count` people and more; nobody of team Customs is invited but the known ones. */
export function makePeople(count) {
  const random = new Random(47);
  const taken = new Set(known.map(({ name }) => name));
  const names = firstNames
    .flatMap((first) => lastNames.map((last) => `${first} ${last}`))
    .filter((name) => !taken.has(name));
  const people = random
    .shuffle(names)
    .slice(0, Math.max(160, count))
    .map((name) => draw(name, random));
  for (const { at, ...person } of known.toSorted((a, b) => a.at - b.at)) people.splice(at, 0, person);
  return people.map((person, at) => complete(person, at));
}

function draw(name, random) {
  const team = random.pick(teams);
  const status = random.pick([
    'active',
    'active',
    'active',
    'suspended',
    team === 'Customs' ? 'active' : 'invited',
  ]);
  return { name, role: random.pick(roles), team, status };
}

function complete(person, at) {
  const random = new Random(at + 1);
  return {
    id: 2001 + at,
    email: `${person.name.toLowerCase().replaceAll(' ', '.')}@depot.example`,
    city: random.pick(cities),
    phone: `+49 40 555 0${random.between(100, 199)}`,
    lastLogin: `2026-0${random.between(1, 9)}-${random.between(10, 28)}`,
    ...person,
  };
}

/** Shipments, one page of them. */
export function makeShipments() {
  const random = new Random(53);
  const goods = [
    'Ceramic tiles',
    'Bicycle parts',
    'Olive oil',
    'Timber',
    'Paper rolls',
    'Machine tools',
    'Coffee',
    'Glassware',
  ];
  return Array.from({ length: 24 }, (_, at) => ({
    number: `SH-${4100 + at * 7}`,
    goods: random.pick(goods),
    from: random.pick(cities),
    weight: random.between(2, 48) * 100,
    status: random.pick(['waiting', 'loaded', 'on the way', 'delivered']),
  }));
}
