/**
 * The guide. `parts` of an article, in order, have an optional `heading` and one of `text`, `code`, `rows` (a table),
 * `tabs` (text by name) or `folded` (text behind a summary). `versions`: a part's text in another version.
 */
export const known = [
  {
    slug: 'installing',
    title: 'Installing',
    section: 'Getting started',
    parts: [
      { text: 'Quarry runs on Linux and macOS. It needs 512 megabytes of memory.' },
      { heading: 'With a package', code: 'brew install quarry' },
      { heading: 'From source', code: 'make && make install' },
    ],
  },
  {
    slug: 'quick-start',
    title: 'Quick start',
    section: 'Getting started',
    parts: [
      { text: 'Start a server, make a table, and ask it something. It takes about five minutes.' },
      { code: 'quarry start --data ./data' },
    ],
  },
  {
    slug: 'upgrading',
    title: 'Upgrading',
    section: 'Getting started',
    parts: [
      {
        text: 'Upgrade one minor version at a time. Options such as legacy_scan may be gone: the release notes say which.',
      },
    ],
  },
  {
    slug: 'connecting',
    title: 'Connecting',
    section: 'Guides',
    parts: [
      { text: 'Every client keeps a pool of connections. Open it once, when your program starts.' },
      {
        heading: 'Opening a pool',
        tabs: {
          'Node.js': 'In Node.js, call createPool() with the address of the server.',
          Python: 'In Python, call open_pool() with the address of the server.',
          Go: 'In Go, call NewPool() with the address of the server.',
        },
      },
      {
        heading: 'Closing it',
        text: 'Close the pool before your program ends, so that the server frees its slots at once.',
      },
    ],
  },
  {
    slug: 'transactions',
    title: 'Transactions',
    section: 'Guides',
    parts: [
      {
        text: 'A transaction sees the database as it was when the transaction began. This level is called snapshot, and it is the default.',
      },
      {
        heading: 'Retrying',
        text: 'A transaction that meets another one is undone. Try it again up to five times.',
      },
    ],
  },
  {
    slug: 'indexes',
    title: 'Indexes',
    section: 'Guides',
    parts: [
      { text: 'An index is rebuilt in the background. While it is rebuilt, it is locked for writing.' },
    ],
  },
  {
    slug: 'streaming',
    title: 'Streaming changes',
    section: 'Guides',
    parts: [
      {
        text: 'A stream tells every change of a table, in order. It keeps what nobody has read for 48 hours.',
      },
    ],
  },
  {
    slug: 'server',
    title: 'Server',
    section: 'Configuration',
    parts: [
      { text: 'The server reads its settings from quarry.toml. It listens on port 7450 by default.' },
      {
        heading: 'Settings',
        rows: [
          ['port', 'number', 'where it listens'],
          ['data', 'path', 'where the files are'],
          ['threads', 'number', 'one for each core by default'],
        ],
      },
      {
        heading: 'Requests',
        folded: {
          'Largest request': 'The largest request has 16 megabytes. A larger one is refused with Q1013.',
        },
      },
    ],
  },
  {
    slug: 'limits',
    title: 'Limits',
    section: 'Configuration',
    parts: [
      { text: 'These limits hold for one server.' },
      {
        heading: 'Connections',
        text: 'A server takes 1024 connections at most.',
        versions: {
          2.8: 'A server takes 256 connections at most.',
          3.1: 'A server takes 512 connections at most.',
        },
      },
      {
        heading: 'Sizes',
        folded: {
          Keys: 'A key has 480 bytes at most.',
          Values: 'A value has 4 megabytes at most.',
          Names: 'A name has 63 characters at most.',
        },
      },
    ],
  },
  {
    slug: 'backups',
    title: 'Backups',
    section: 'Configuration',
    parts: [
      { text: 'A backup is taken every night at two. It does not stop the server.' },
      { heading: 'Retention', text: 'Backups are kept for 21 days. Change it with the setting backup_days.' },
    ],
  },
  {
    slug: 'security',
    title: 'Security',
    section: 'Configuration',
    parts: [{ text: 'All connections are encrypted. Certificates are renewed 30 days before they end.' }],
  },
  ...[
    ['q1013', 'Q1013 Request too large', 'The request has more than 16 megabytes.', 'Send it in parts.'],
    [
      'q1024',
      'Q1024 Index is missing',
      'The index was dropped while it was read.',
      'Run quarry index rebuild.',
    ],
    [
      'q1042',
      'Q1042 Index is locked',
      'A rebuild of the index has stopped before its end.',
      'Run quarry index unlock.',
    ],
    ['q1077', 'Q1077 Disk is full', 'There is no room for the log.', 'Run quarry log trim.'],
  ].map(([slug, title, meaning, fix]) => ({
    slug,
    title,
    section: 'Errors',
    parts: [{ text: meaning }, { heading: 'What to do', text: fix }],
  })),
  ...[
    ['3.2', 'Quarry 3.2 allows 1024 connections. It brings the function trace_jobs.'],
    ['3.1', 'Quarry 3.1 allows 512 connections. It makes backups twice as fast.'],
    ['3.0', 'Quarry 3.0 removes the option legacy_scan. It asks for encrypted connections.'],
    ['2.9', 'Quarry 2.9 warns of the option legacy_scan. It brings streams.'],
    ['2.8', 'Quarry 2.8 is the last one that runs on 32 bits.'],
  ].map(([version, text]) => ({
    slug: `release-${version.replace('.', '-')}`,
    title: `Release ${version}`,
    section: 'Releases',
    parts: [{ text }],
    isRelease: true,
  })),
];

export const versions = ['3.2', '3.1', '2.8'];
