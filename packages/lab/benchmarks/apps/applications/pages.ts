import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarkPath } from '../../paths.ts';
import type { Application, Place, RunningApplication, Site } from '../Application.ts';
import { startServer } from '../startServer.ts';
import { queryDatabase, runTool } from './runTool.ts';

async function start(place: Place): Promise<RunningApplication> {
  const { packages, data, port } = place;
  const site = join(data, 'site');
  const python = join(packages, 'venv/bin/python');
  const manage = (...args: string[]): string[] => [python, join(site, 'manage.py'), ...args];
  mkdirSync(site);
  runTool([join(packages, 'venv/bin/wagtail'), 'start', 'mysite', site]);
  mkdirSync(join(site, 'blog/migrations'), { recursive: true });
  for (const name of ['blog/__init__.py', 'blog/migrations/__init__.py']) writeFileSync(join(site, name), '');
  copyFileSync(benchmarkPath('apps/seeds/wagtail_models.py'), join(site, 'blog/models.py'));
  const settings = join(site, 'mysite/settings/base.py');
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('"home",', '"home", "blog",'));
  runTool(manage('makemigrations', 'blog'), { cwd: site });
  runTool(manage('migrate'), { cwd: site });
  runTool(manage('shell'), {
    cwd: site,
    input: readFileSync(benchmarkPath('apps/seeds/wagtail_pages.py'), 'utf8'),
  });
  return startServer(place, manage('runserver', '--noreload', `127.0.0.1:${port}`), {
    path: '/admin/login/',
  });
}

const query = ({ data }: Site, sql: string): unknown[][] => queryDatabase(join(data, 'site/db.sqlite3'), sql);

const toPost = (number: number): string[] => [
  'open "/admin/pages/4/?q=Post"',
  `open /admin/pages/${number}/edit/`,
];

/** Wagtail: long forms, rich text, blocks, lists with actions on several. */
export const pages: Application = {
  name: 'wagtail',
  kind: 'a content management system',
  packages: { pip: ['wagtail==8.0.1'] },
  start,
  looks: ['/admin/pages/4/', '/admin/pages/5/edit/'],
  tasks: [
    {
      name: 'log in',
      steps: [
        'open /admin/login/',
        'fill {"Username"} admin',
        'fill {"Password"} admin',
        'click {button "Sign in"}',
      ],
      check: ({ evaluate }) => evaluate('location.pathname'),
      expected: '/admin/',
    },
    {
      name: 'change date, authors and tags of a page, publish',
      steps: [
        ...toPost(5),
        'fill {input "Post date"} 2026-06-30',
        'check {"Ada Byron"}',
        'check {"Alan T"}',
        'type {input "Tags"} harvest',
        'press Enter',
        'click {button "More actions"}',
        'click {button "Publish"}',
        'wait "has been published"',
      ],
      check: (site) => [
        ...query(site, 'SELECT date FROM blog_blogpage WHERE page_ptr_id = 5'),
        ...query(
          site,
          'SELECT name FROM blog_blogpage_authors a JOIN blog_author b ON b.id = author_id WHERE blogpage_id = 5 ORDER BY name',
        ),
        ...query(
          site,
          'SELECT name FROM blog_blogpagetag t JOIN taggit_tag n ON n.id = tag_id WHERE content_object_id = 5',
        ),
      ],
      expected: [['2026-06-30'], ['Ada Byron'], ['Alan T'], ['harvest']],
    },
    {
      name: 'replace a rich text, publish',
      steps: [
        ...toPost(6),
        'fill {textbox "Body"} "First words.\\nSecond words."',
        'click {button "More actions"}',
        'click {button "Publish"}',
        'wait "has been published"',
      ],
      check: (site) =>
        String(query(site, 'SELECT body FROM blog_blogpage WHERE page_ptr_id = 6')[0]?.[0]).replace(
          / data-block-key="\w+"/g,
          '',
        ),
      expected: '<p>First words.</p><p>Second words.</p>',
    },
    {
      name: 'make a page with a block, publish',
      steps: [
        'open /admin/pages/add/blog/blogpage/4/',
        'fill {input "Title"} "Harvest notes"',
        'fill {input "Post date"} 2026-09-15',
        'press Escape',
        'fill {input "Intro"} "after the frost"',
        'click {button "Insert a block"}',
        'click {"Heading"}',
        'fill {input "stream-0-value"} Yield',
        'click {button "More actions"}',
        'click {button "Publish"}',
        'wait "published"',
      ],
      check: (site) =>
        query(
          site,
          "SELECT title, date, intro, stream, live FROM blog_blogpage JOIN wagtailcore_page p ON p.id = page_ptr_id WHERE title = 'Harvest notes'",
        ).map(([title, date, intro, stream, live]) => [
          title,
          date,
          intro,
          JSON.parse(String(stream)).map(({ type, value }: Record<string, unknown>) => [type, value]),
          live,
        ]),
      expected: [['Harvest notes', '2026-09-15', 'after the frost', [['heading', 'Yield']], 1]],
    },
    {
      name: 'unpublish a page',
      steps: [
        'open "/admin/pages/4/?ordering=title"',
        'click {"More options for" in "Post number 10"}',
        'click {a "Unpublish"}',
        'click {"Yes, unpublish"}',
        'wait "unpublished"',
      ],
      check: (site) => query(site, 'SELECT title FROM wagtailcore_page WHERE live = 0 ORDER BY title').flat(),
      expected: ['Post number 10'],
    },
    {
      name: 'find a page, read its intro',
      steps: [
        'open /admin/',
        'fill {input "Search term"} "Post number 23"',
        'press Enter',
        'click {a "Post number 23"}',
        'get {input "Intro"} value',
        'answer (Intro \\d+)',
      ],
      check: ({ answer }) => answer,
      expected: 'Intro 23',
    },
    {
      name: 'delete a page',
      steps: [
        'open /admin/pages/4/?q=Post+number+30',
        'click {"More options for" in "Post number 30"}',
        'click {a "Delete"}',
        'click {"Yes, delete"}',
        'wait "deleted"',
      ],
      check: (site) => query(site, "SELECT count(*) FROM wagtailcore_page WHERE title = 'Post number 30'"),
      expected: [[0]],
    },
    {
      name: 'add an author',
      steps: [
        'open /admin/snippets/blog/author/',
        'click {a "Add author"}',
        'fill {input "Name"} "Barbara Lis"',
        'click {button "Save"}',
        'wait "created"',
      ],
      check: (site) => query(site, 'SELECT name FROM blog_author ORDER BY id').flat(),
      expected: ['Ada Byron', 'Grace Hop', 'Alan T', 'Barbara Lis'],
    },
  ],
};
