import { Random } from '../kit/Random.mjs';

const people = [
  'Petra Vogel',
  'Jonas Berg',
  'Marta Lindqvist',
  'Ines Duarte',
  'Tomas Okafor',
  'Hana Sato',
  'Liam Doyle',
  'Yara Haddad',
  'Pavel Novak',
  'Greta Holm',
  'Samir Aziz',
  'Nora Keane',
  'Victor Moreau',
  'Elif Demir',
  'Owen Price',
  'Rosa Marin',
];
const topics = [
  'Minutes of the planning meeting',
  'Photos of the workshop',
  'Question about the budget',
  'New parking rules',
  'Slides for the board',
  'Delivery of the chairs',
  'Feedback on your draft',
  'Travel expenses',
  'Room change',
  'Order confirmation',
  'Weekly report',
  'Survey on the canteen',
  'Keys for the archive',
  'Training dates',
  'Update of the price list',
  'Printer on floor 2',
];
const sentences = [
  'Please have a look and tell me what you think.',
  'I put the numbers in the table, the last column is new.',
  'We meet again next week at the same time.',
  'The supplier promised an answer soon.',
  'Thank you for your help with this.',
  'Two people could not come, so we moved the second part.',
  'You find the file in the usual place.',
];

/** The messages that tasks speak of. `at`: place in the inbox. */
const known = [
  {
    id: 'workshop-door',
    at: 3,
    from: 'Petra Vogel',
    subject: 'Access to the workshop',
    body: [
      'The lock of the workshop is changed over the weekend.',
      'Until Friday the door code is 4482. From Monday on the door code is 9015.',
      'Please do not pass it on.',
    ],
  },
  {
    id: 'lunch',
    at: 1,
    from: 'Jonas Berg',
    subject: 'Lunch on Thursday?',
    body: ['Shall we have lunch on Thursday? The new place by the river has a table at noon or at one.'],
  },
  {
    id: 'lunch-friday',
    at: 6,
    from: 'Jonas Berg',
    subject: 'Lunch on Friday',
    body: ['Friday is fine too if you like it better.'],
  },
  {
    id: 'invoice-2207',
    at: 9,
    from: 'Marta Lindqvist',
    subject: 'Invoice 2207',
    body: ['Attached is invoice 2207 for the repairs in March.'],
  },
  {
    id: 'invoice-2270',
    at: 14,
    from: 'Marta Lindqvist',
    subject: 'Invoice 2270',
    body: ['Attached is invoice 2270 for the new shelves.'],
  },
  {
    id: 'contract',
    at: 20,
    from: 'Ines Duarte',
    subject: 'Signed contract',
    body: ['Here is the contract, signed by both sides.', 'It takes effect on 1 June.'],
  },
  {
    id: 'digest',
    at: 12,
    from: 'Garden Weekly',
    subject: 'Spring planting digest',
    body: ['This week: tomatoes, beans and the last frost.'],
  },
  {
    id: 'digest-harvest',
    at: 17,
    from: 'Garden Weekly',
    subject: 'Harvest digest',
    body: ['This week: what to pick, and how to keep it.'],
  },
  {
    id: 'build-812',
    at: 5,
    from: 'Build Robot',
    subject: 'Build 812 failed',
    body: ['Step "lint" failed after 12 seconds.'],
    unread: true,
  },
  {
    id: 'build-813',
    at: 16,
    from: 'Build Robot',
    subject: 'Build 813 failed',
    body: ['Step "test" failed after 4 minutes.'],
    unread: true,
  },
  {
    id: 'build-814',
    at: 24,
    from: 'Build Robot',
    subject: 'Build 814 passed',
    body: ['All steps passed.'],
    unread: true,
  },
  {
    id: 'flight',
    folder: 'Archive',
    from: 'Skyline Air',
    subject: 'Your booking KX7Q2',
    body: [
      'Thank you for flying with us. Your seat is 14C.',
      'On the day of departure the gate opens at 06:35 and closes at 07:05.',
    ],
  },
  {
    id: 'hotel',
    folder: 'Archive',
    from: 'Hotel Alder',
    subject: 'Your stay in May',
    body: ['Check-in is possible from 3 pm, check-out until 11 am.'],
  },
];

/** The messages of a mailbox with `rows` rows on the first page of its inbox. */
export function makeMessages(rows) {
  const random = new Random(31);
  const inbox = Array.from({ length: Math.max(30, Math.ceil(rows * 1.4)) }, (_, at) => bulk(at, random));
  for (const { at, ...message } of known
    .filter((one) => one.at !== undefined)
    .toSorted((a, b) => a.at - b.at))
    inbox.splice(at, 0, message);
  const others = ['Sent', 'Archive', 'Spam'].flatMap((folder) =>
    Array.from({ length: 6 }, (_, at) => ({
      ...bulk(at, random),
      id: `${folder.toLowerCase()}-${at}`,
      unread: false,
      folder,
    })),
  );
  const archived = known.filter((one) => one.at === undefined);
  return [...inbox, ...archived, ...others].map((message, at) => complete(message, at));
}

function bulk(at, random) {
  const from = random.pick(people);
  const body = random.shuffle(sentences).slice(0, random.between(1, 3));
  return {
    id: `n${at}`,
    from,
    subject: `${random.pick(topics)} ${random.between(2, 40)}`,
    body,
    unread: random.next() < 0.3,
  };
}

function complete(message, at) {
  const address = `${message.from.toLowerCase().replaceAll(' ', '.')}@example.com`;
  const day = 28 - (Math.floor(at / 4) % 28);
  return { folder: 'Inbox', unread: false, starred: false, address, date: `${day} May`, ...message };
}
