import { join } from 'node:path';
import { benchmarkPath } from '../../paths.ts';
import type { Application, Site } from '../Application.ts';
import { startServer } from '../startServer.ts';
import { queryDatabase, runTool } from './runTool.ts';

const COLUMNS = 'summary, type, priority, milestone, component, version, description';

const query = ({ data }: Site, sql: string): unknown[][] => queryDatabase(join(data, 'trac/db/trac.db'), sql);

/** Trac: forms, queries, comments, a wiki. */
export const tickets: Application = {
  name: 'trac',
  kind: 'tickets and a wiki',
  packages: { pip: ['trac==1.6', 'setuptools<80'] },
  async start(place) {
    const { packages, data, port } = place;
    const bin = join(packages, 'venv/bin');
    const environment = join(data, 'trac');
    runTool([`${bin}/trac-admin`, environment, 'initenv', 'Rover', 'sqlite:db/trac.db']);
    runTool([`${bin}/trac-admin`, environment, 'permission', 'add', 'anonymous', 'TRAC_ADMIN']);
    runTool([`${bin}/python`, benchmarkPath('apps/seeds/trac_tickets.py'), environment]);
    return startServer(place, [
      `${bin}/tracd`,
      '--single-env',
      '--port',
      String(port),
      '--hostname',
      '127.0.0.1',
      environment,
    ]);
  },
  looks: ['/query?status=!closed&order=id', '/newticket'],
  tasks: [
    {
      name: 'make a ticket',
      steps: [
        'open /',
        'click {a "New Ticket"}',
        'fill {"Summary"} "Antenna mast bends"',
        'fill {textarea} "Bends in wind.\\nSee photo."',
        'select {select "Type"} task',
        'select {select "Priority"} critical',
        'select {select "Milestone"} Zenith',
        'select {select "Component"} antenna',
        'select {select "Version"} 3.2',
        'click {"Create ticket"}',
      ],
      check: (site) => query(site, `SELECT ${COLUMNS} FROM ticket WHERE id > 40`),
      expected: [
        [
          'Antenna mast bends',
          'task',
          'critical',
          'Zenith',
          'antenna',
          '3.2',
          'Bends in wind.\r\nSee photo.',
        ],
      ],
    },
    {
      name: 'close a ticket with a comment',
      steps: [
        'open /ticket/7',
        'fill {textarea "Comment"} "Fixed in the lab."',
        'click {a "Modify Ticket"}',
        'check {radio in "resolve"}',
        'select {select "wontfix"} wontfix',
        'click {"Submit changes"}',
      ],
      check: (site) => [
        ...query(site, 'SELECT status, resolution FROM ticket WHERE id = 7'),
        ...query(site, "SELECT newvalue FROM ticket_change WHERE ticket = 7 AND field = 'comment'"),
      ],
      expected: [['closed', 'wontfix'], ['Fixed in the lab.']],
    },
    {
      name: 'read who owns a ticket',
      steps: [
        'open /',
        'fill {input "name=q"} "Uplink prints garbage"',
        'press Enter',
        'click {a "Uplink prints garbage"}',
        'look --full',
        'answer Owned by:?\\s*\\|?\\s*(?:\\[\\d+\\]<a>)?(\\w+)',
      ],
      check: ({ answer }) => [[answer]],
      expected: (site: Site) =>
        query(site, "SELECT owner FROM ticket WHERE summary = 'Uplink prints garbage'"),
    },
    {
      name: 'count tickets by a query',
      steps: ['open "/query?status=!closed&component=engine&order=id"', 'answer (\\d+) matches'],
      check: ({ answer }) => [[Number(answer)]],
      expected: (site: Site) =>
        query(site, "SELECT count(*) FROM ticket WHERE component = 'engine' AND status != 'closed'"),
    },
    {
      name: 'write a page of the wiki',
      steps: [
        'open /wiki/LaunchPlan',
        'click {"Create this page"}',
        'fill {textarea} "= Launch plan =\\n\\n * fuel\\n * crew\\n"',
        'click {"Submit changes"}',
      ],
      check: (site) => query(site, "SELECT text FROM wiki WHERE name = 'LaunchPlan'"),
      expected: [['= Launch plan =\r\n\r\n * fuel\r\n * crew\r\n']],
    },
    {
      name: 'add a milestone',
      steps: [
        'open /roadmap',
        'click {"Add new milestone"}',
        'fill {"Name"} Nadir',
        'click {"Add milestone"}',
      ],
      check: (site) => query(site, "SELECT count(*) FROM milestone WHERE name = 'Nadir'"),
      expected: [[1]],
    },
  ],
};
