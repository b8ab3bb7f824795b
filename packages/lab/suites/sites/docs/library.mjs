import { Random } from '../kit/Random.mjs';
import { known } from './articles.mjs';

const verbs = [
  'count',
  'copy',
  'merge',
  'split',
  'scan',
  'lock',
  'drop',
  'rename',
  'export',
  'import',
  'sample',
  'verify',
  'compact',
  'freeze',
  'trace',
];
const objects = [
  'rows',
  'indexes',
  'views',
  'blobs',
  'shards',
  'queues',
  'users',
  'roles',
  'leases',
  'logs',
  'pages',
  'streams',
  'triggers',
  'keys',
  'ranges',
  'buckets',
  'replicas',
  'snapshots',
  'sessions',
  'tokens',
  'filters',
  'joins',
  'columns',
  'schemas',
  'vectors',
  'batches',
  'cursors',
  'hooks',
  'alarms',
  'jobs',
];

/** Articles by section, in the order of the side navigation: those of the guide, then `functions` functions. */
export function makeSections(functions) {
  const random = new Random(71);
  const pairs = objects.flatMap((object) => verbs.map((verb) => [verb, object])).slice(0, functions);
  const articles = pairs.map(([verb, object]) => functionArticle(verb, object, random));
  const all = [...known, ...articles];
  const names = [...new Set(all.map(({ section }) => section))];
  return names.map((name) => ({
    name,
    folded: name === 'Errors',
    articles: all.filter(({ section }) => section === name),
  }));
}

function functionArticle(verb, object, random) {
  const name = `${verb}_${object}`;
  const limit = random.between(2, 90) * 10;
  return {
    slug: name.replace('_', '-'),
    title: `${name}()`,
    section: `Functions for ${object}`,
    parts: [
      {
        text: `The function ${name} works on ${object} of one table. It answers the number of ${object} that it has touched.`,
      },
      {
        heading: 'Parameters',
        rows: [
          ['table', 'text', 'name of the table'],
          ['limit', 'number', `most ${object} to touch; ${limit} by default`],
        ],
      },
      { heading: 'Example', code: `SELECT ${name}('orders', limit => ${Math.ceil(limit / 2)});` },
      {
        heading: 'Errors',
        text: `It fails with Q1${random.between(100, 999)} where the table does not exist.`,
      },
    ],
  };
}
