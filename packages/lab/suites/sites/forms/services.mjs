/** Services with a form of their own. */
export const forms = [
  ['/permit/1', 'Resident parking permit'],
  ['/appointment', 'Book an appointment'],
  ['/bulky', 'Bulky waste collection'],
  ['/survey', 'Survey of the citizens office'],
  ['/library', 'Library card'],
  ['/pothole', 'Report a pothole'],
];

const things = [
  'a dog licence',
  'a fishing licence',
  'a market stall',
  'a street party',
  'a garden plot',
  'a day nursery place',
  'a taxi licence',
  'a busking permit',
  'a building permit',
  'a tree felling permit',
  'a boat mooring',
  'a sports hall',
  'a music school place',
  'a skip on the street',
  'a scaffold permit',
  'a birth certificate',
  'a marriage certificate',
  'a passport',
  'an identity card',
  'a trade licence',
  'a food stall permit',
  'a bus pass',
  'a school place',
  'a holiday care place',
  'a burial plot',
  'a noise permit',
  'a film permit',
  'a drone permit',
  'a bicycle garage',
  'a charging point',
  'a wood stove permit',
  'a well permit',
  'a flood certificate',
  'a hunting licence',
  'a raffle permit',
  'a stage permit',
  'a removal permit',
  'a disabled parking bay',
  'a housing benefit',
  'a heating grant',
  'a kiosk licence',
  'a fountain permit',
  'a garden shed permit',
];
const actions = {
  'Apply for': 18,
  Renew: 12,
  Change: 9,
  Cancel: 0,
  'Pay for': 3,
  'Ask about': 0,
  'Complain about': 0,
  Transfer: 22,
  'Get a copy for': 6,
  Track: 0,
  Return: 0,
  'Find an office for': 0,
};

/** About `count` services that are only told of. `fee`: in euros; `day`: when the office for it is open late. */
export function makeServices(count) {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'];
  const all = things.flatMap((thing, at) =>
    Object.entries(actions).map(([action, fee], step) => {
      const name = `${action} ${thing}`;
      const slug = name.toLowerCase().replaceAll(' ', '-');
      return {
        name,
        slug,
        thing,
        fee: fee && fee + (at % 7) * 4,
        day: days[(at + step) % 4],
        room: 100 + ((at * 13 + step * 5) % 80),
      };
    }),
  );
  return all.slice(0, count);
}

export const zones = [
  'Abbey Hill',
  'Alder Park',
  'Bridge Street',
  'Castle Mound',
  'Dockside',
  'East Gate',
  'Fairfield',
  'Gas Works',
  'Harbour Wall',
  'Iron Lane',
  'Jubilee',
  'King Street',
  'Long Acre',
  'Mill Lane',
  'New Town',
  'Old Market',
  'Old Mill',
  'Park Side',
  'Quayside',
  'Rope Walk',
  'Station',
  'Theatre',
  'University',
  'West Gate',
].map((name, at) => `Zone ${at + 1}, ${name}`);

export const bulkyItems = [
  'Armchair',
  'Bed frame',
  'Bicycle',
  'Carpet',
  'Mattress',
  'Refrigerator',
  'Sofa',
  'Table',
  'Television',
  'Wardrobe',
  'Washing machine',
];
export const branches = ['Central library', 'Harbour branch', 'Hill branch', 'Mobile library'];
export const questions = {
  clean: 'Cleanliness of the rooms',
  hours: 'Opening hours',
  staff: 'Friendliness of the staff',
  wait: 'Waiting time',
  web: 'The web pages',
};
export const grades = ['Very satisfied', 'Satisfied', 'Neutral', 'Dissatisfied', 'Very dissatisfied'];
export const topics = ['Passport', 'Registration of address', 'Driving licence', 'Certificates'];
export const times = ['08:30', '09:15', '10:30', '11:45', '14:00', '15:15'];
