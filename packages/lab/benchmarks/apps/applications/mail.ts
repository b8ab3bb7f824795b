import { connect } from 'node:net';
import { join } from 'node:path';
import { listenLocally } from '../../../src/bench/suites/localServer.ts';
import type { Application, Place, RunningApplication } from '../Application.ts';
import { startServer } from '../startServer.ts';

const MESSAGES: readonly [subject: string, from: string][] = [
  ['invoice 4417', 'accounts@slate-roofing.example'],
  ['Lunch on Friday', 'mira@fjord.example'],
  ['You have won!!!', 'prizes@lottery.example'],
  ['Minutes of the board', 'office@harbour.example'],
  ['invoice 4418', 'billing@quarry.example'],
  ['You have won again!!!', 'prizes@lottery.example'],
  ['Choir practice moved', 'choir@maple.example'],
  ['Bicycle found', 'tom@linen.example'],
];

/** Sends a message by SMTP, a line at a time. */
function send(port: number, subject: string, from: string): Promise<void> {
  const body = `From: ${from}\r\nTo: me@home.example\r\nSubject: ${subject}\r\nContent-Type: text/html\r\n\r\n<h2>${subject}</h2><p>The reference of ${subject} is ${subject.length * 101}.</p>\r\n.`;
  const lines = ['EHLO bench', `MAIL FROM:<${from}>`, 'RCPT TO:<me@home.example>', 'DATA', body, 'QUIT'];
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (data) => {
      if (!/^\d{3} .*\r\n$/m.test(data.toString())) return;
      const line = lines.shift();
      if (line !== undefined) socket.write(`${line}\r\n`);
    });
  });
}

async function start(place: Place): Promise<RunningApplication> {
  const { origin, close } = await listenLocally(() => undefined);
  await close();
  const smtp = Number(new URL(origin).port);
  const program = join(place.packages, 'node_modules/maildev/bin/maildev');
  const running = await startServer(place, [
    ...[process.execPath, program, '--smtp', String(smtp), '--ip', '127.0.0.1', '--web', String(place.port)],
    ...['--web-ip', '127.0.0.1', '--silent'],
  ]);
  for (const [subject, from] of MESSAGES) await send(smtp, subject, from);
  return running;
}

/** MailDev: a list of messages, their bodies in frames. */
export const mail: Application = {
  name: 'maildev',
  kind: 'mail',
  packages: { npm: ['maildev@2.2.1'] },
  start,
  looks: ['/'],
  tasks: [
    {
      name: 'read who sent a message',
      steps: [
        'open /',
        'click {a "invoice 4417"}',
        'look --full',
        'answer From:?\\s*(?:\\[\\d+\\]<a>)?(\\S+@\\S+)',
      ],
      check: ({ answer }) => answer,
      expected: 'accounts@slate-roofing.example',
    },
    {
      name: 'read a message in its frame',
      steps: [
        'open /',
        'click {a "Bicycle found"}',
        'look --full',
        'answer reference of Bicycle found is (\\d+)',
      ],
      check: ({ answer }) => Number(answer),
      expected: 'Bicycle found'.length * 101,
    },
    {
      name: 'delete two messages',
      steps: [
        'open /',
        'click {a "You have won!!!"}',
        'click {a "Delete"}',
        'click {a "You have won again!!!"}',
        'click {a "Delete"}',
      ],
      check: async ({ json }) => (await json('/email')).map((one: { subject: string }) => one.subject).sort(),
      expected: MESSAGES.map(([subject]) => subject)
        .filter((subject) => !subject.includes('won'))
        .sort(),
    },
    {
      name: 'search',
      steps: ['open /', 'fill {"Search"} choir', 'look', 'answer (Choir practice moved)'],
      check: ({ answer, evaluate }) =>
        evaluate('document.body.innerText.includes("Lunch on Friday")').then((all) => [answer, all]),
      expected: ['Choir practice moved', false],
    },
  ],
};
