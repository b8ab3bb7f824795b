import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import {
  explicitSessionName,
  runLocationOf,
  sessionName,
} from '../../packages/sightline/src/cli/commandLine.ts';
import { commands } from '../../packages/sightline/src/cli/commands.ts';
import { labCommands } from '../../packages/sightline/src/cli/labCommands.ts';
import { parseCommand } from '../../packages/sightline/src/cli/parseCommand.ts';
import { developerTools, tools } from '../../packages/sightline/src/tools/index.ts';

const parse = (line: string) =>
  parseCommand(line === '' ? [] : line.split(' '), { tools, version: '1.2.3', columns: 100 });

function run(line: string) {
  const parsed = parse(line);
  if (parsed.kind !== 'run') throw new Error(`${line}: ${JSON.stringify(parsed)}`);
  return parsed;
}

/** What every command that ends at a page takes. */
const arrival = { maxTokens: 450, quiet: false };
const opening = { full: false, quiet: false };

const dragging = { x: 0, y: 0, settleMs: 3_000, maxTokens: 400, quiet: false };
const picture = { fullPage: false, numbers: false, highlight: 'image', timeoutMs: 10_000 };

describe('a command that can be run', () => {
  it.each([
    [
      'open a.example',
      'open',
      { url: 'a.example', ...opening, timeoutMs: 30_000, waitUntil: 'load', settleMs: 3_000, headed: false },
    ],
    [
      'open a.example --timeout 5 --headed --wait-until commit --dialogs accept --cdp http://127.0.0.1:9222',
      'open',
      {
        url: 'a.example',
        ...opening,
        timeoutMs: 5,
        waitUntil: 'commit',
        settleMs: 3_000,
        headed: true,
        dialogs: 'accept',
        cdpUrl: 'http://127.0.0.1:9222',
      },
    ],
    ['screenshot -o a.png', 'screenshot', { ...picture, output: 'a.png' }],
    ['screenshot a.png', 'screenshot', { ...picture, output: 'a.png' }],
    ['do reload --max-tokens 1', 'do', { steps: 'reload', maxTokens: 1 }],
    ['drag 1 11 --to 40,20', 'drag', { index: 1, to: 11, at: '40,20', ...dragging }],
    ['drag 1 --to 40,20', 'drag', { index: 1, to: '40,20', ...dragging }],
    ['summary --minimal', 'get_page_summary', { minimal: true }],
    ['summary --max-tokens 300', 'get_page_summary', { minimal: false, maxTokens: 300 }],
    ['headings', 'list_headings', {}],
    ['tabs', 'tabs', { new: false, close: false, ...arrival }],
    ['tabs 2 --close', 'tabs', { number: 2, new: false, close: true, ...arrival }],
    ['close --all', 'close', { all: true, everywhere: false }],
    [
      'dom .price',
      'query_dom',
      {
        selector: '.price',
        pierce_shadow: 'auto',
        include_styles: false,
        properties: [],
        include_children: false,
        max_depth: 3,
      },
    ],
    [
      'dom .price --tab 2 --pierce false --styles --property color checked --children --depth 5',
      'query_dom',
      {
        selector: '.price',
        tab_id: 2,
        pierce_shadow: false,
        include_styles: true,
        properties: ['color', 'checked'],
        include_children: true,
        max_depth: 5,
      },
    ],
    ['doctor', 'doctor', {}],
    ['details 12', 'get_element_details', { index: 12, locators: false }],
    ['details [12]', 'get_element_details', { index: 12, locators: false }],
    ['details Save', 'get_element_details', { index: 'Save', locators: false }],
    ['get 12', 'get_element', { index: 12, what: 'text' }],
    ['get elem-a1b2c3d value', 'get_element', { index: 'elem-a1b2c3d', what: 'value' }],
    ['details elem-a1b2c3d --locators', 'get_element_details', { index: 'elem-a1b2c3d', locators: true }],
  ])('%s', (line, name, input) => {
    expect(run(line).tool.name).toBe(name);
    expect(run(line).input).toEqual(input);
  });

  it.each([
    ['get_region MAIN --full', 'region MAIN --full'],
    ['get_page_summary --minimal', 'summary --minimal'],
    ['focus_region NAV:Primary', 'region NAV:Primary'],
    ['list_headings --max-tokens 60', 'headings --max-tokens 60'],
  ])('%s is %s', (byTool, byCommand) => {
    expect(run(byTool)).toEqual(run(byCommand));
  });

  it.each([
    ['query x --limit 3', 'query x --max-results 3'],
    ['query x -n 3', 'query x --max-results 3'],
    ['query x --max_results=3', 'query x --max-results 3'],
    ['query x --maxResults 3', 'query x --max-results 3'],
    ['text x --limit 3', 'text x --max-results 3'],
    ['region MAIN --heading-scope Sizes --content_type text', 'region MAIN --heading Sizes --content text'],
    ['summary --include-headings false', 'summary --only regions'],
    ['get_page_summary --include_landmarks=false', 'summary --only headings'],
    ['query --within_landmark NAV --near-heading Sizes', 'query --within-landmark NAV --near-heading Sizes'],
    ['dom p --tab_id 2 --pierce-shadow true', 'dom p --tab 2 --pierce true'],
    ['table --limit 3', 'table --rows 3'],
    ['click 3 --timeout-ms 9', 'click 3 --timeout 9'],
    ['click [3]', 'click 3'],
    ['double-click 3', 'click 3 --double'],
    ['dblclick 3 --quiet', 'click 3 --double --quiet'],
    ['uncheck 3', 'check 3 off'],
    ['goto a.example', 'open a.example'],
    ['scroll to Imprint', 'scroll --to Imprint'],
    ['scroll 12 --settle 9', 'scroll --to 12 --settle 9'],
    ['scroll down --settle 9', 'scroll --settle 9 down'],
    ['find save', 'query save'],
    ['press Enter [3]', 'press Enter 3'],
    ['wait --element [3]', 'wait --element 3'],
  ])('%s is %s', (forgiven, written) => {
    expect(run(forgiven)).toEqual(run(written));
  });

  it('takes words without quotes where nothing else is given by position', () => {
    expect(run('click Ship in row Ann --double').input).toMatchObject({
      index: 'Ship in row Ann',
      double: true,
    });
    expect(run('query save draft').input).toMatchObject({ text: 'save draft' });
    expect(parse('fill First name Ann').kind).toBe('usage');
  });

  it('takes any budget', () => {
    expect(run('look --max-tokens 40').input).toMatchObject({ maxTokens: 40 });
    expect(run('click 3 --max-tokens 1').input).toMatchObject({ maxTokens: 1 });
  });

  it('reads every flag of look', () => {
    const line =
      'look a.example --view flat --style markup --max-tokens 90 --viewport -1 --interactive --full';
    expect(run(`${line} --save p.json --timing --html-mode structure --locators --ids inject`).input).toEqual(
      {
        target: 'a.example',
        view: 'flat',
        style: 'markup',
        maxTokens: 90,
        viewportExpansion: -1,
        interactiveOnly: true,
        full: true,
        htmlMode: 'structure',
        locators: true,
        ids: 'inject',
        save: 'p.json',
        timing: true,
        timeoutMs: 30_000,
        headed: false,
      },
    );
  });

  it.each(['--json look', 'look --json', 'look --session work --json'])('--json anywhere: %s', (line) => {
    expect(run(line).json).toBe(true);
  });

  it('takes the name of a region as it stands', () => {
    const parsed = parseCommand(['region', 'NAV: Primary menu'], { tools, version: '1' });
    expect(parsed).toMatchObject({ kind: 'run', input: { landmark: 'NAV: Primary menu' } });
  });
});

describe('a command line that cannot be understood', () => {
  it.each([
    ['lok', "Unknown command 'lok'.", 'Did you mean look?'],
    ['help lok', "Unknown command 'lok'.", 'Did you mean look?'],
    ['help frobnicate', "Unknown command 'frobnicate'.", 'See `sightline help`.'],
    ['frobnicate', "Unknown command 'frobnicate'.", 'See `sightline help`.'],
    [
      'https://a.example/',
      "Unknown command 'https://a.example/'.",
      'Did you mean `sightline look https://a.example/`?',
    ],
    ['a.example', "Unknown command 'a.example'.", 'Did you mean `sightline look a.example`?'],
    ['look --veiw flat', "Unknown option '--veiw'.", 'Did you mean --view?'],
    [
      'hover --xyzzy',
      "Unknown option '--xyzzy'.",
      'hover takes --timeout, --settle, --max-tokens, --quiet, --json, --session.',
    ],
    ['look --near-heading x', "Unknown option '--near-heading'.", 'query takes --near-heading.'],
    ['query x --results 3', "Unknown option '--results'.", 'Did you mean --max-results?'],
    ['tabs --limt 3', "Unknown option '--limt'.", 'open, query, table, text take --limit.'],
    ['click --index 3', "Unknown option '--index'.", 'Give it without a name: `sightline click ELEMENT`.'],
    ['gotoo a.example', "Unknown command 'gotoo'.", 'See `sightline help`.'],
    ['get_elment 3', "Unknown command 'get_elment'.", 'Did you mean get?'],
    ['open', "Missing required argument 'URL'.", 'See `sightline help open`.'],
    ['region', "Missing required argument 'LANDMARK'.", 'See `sightline help region`.'],
    ['look --view', "Option '--view <VIEW>' argument missing.", 'See `sightline help look`.'],
    [
      'look a b',
      "Too many arguments for 'look'. Expected 1 argument but got 2.",
      'See `sightline help look`.',
    ],
    ['look --view tree', '--view takes one of outline, flat, summary, minimal, html, json, not "tree".', ''],
    ['look --max-tokens many', '--max-tokens takes a whole number of 1 or more, not "many".', ''],
    ['look --max-tokens 0', '--max-tokens takes a whole number of 1 or more, not 0.', ''],
    ['look --max-tokens 1e999', '--max-tokens takes a whole number of 1 or more, not "1e999".', ''],
    ['look --viewport -2', '--viewport takes a whole number of -1 or more, not -2.', ''],
    ['details -1', 'ELEMENT takes the number of an element, or words for it, not -1.', ''],
    ['tabs two', 'N takes a whole number of 1 or more, not "two".', ''],
    ['look --session ../x', '"../x" cannot be the name of a session.', expect.stringContaining('64 letters')],
  ])('%s', (line, message, hint) => {
    const parsed = parse(line);
    if (parsed.kind !== 'usage') throw new Error(`${line} was understood`);
    const said = /[.?]$/.test(parsed.error.message) ? parsed.error.message : `${parsed.error.message}.`;
    expect(said).toBe(message);
    expect(parsed.error.hint).toEqual(hint);
    expect(parsed.error.code).toBe('invalid_argument');
  });
});

it('a value that does not fit a pattern is refused with what the pattern is for', () => {
  const parsed = parseCommand(['bench', '--shard', 'foo'], { tools: labCommands, version: '1.2.3' });
  expect(parsed).toMatchObject({
    kind: 'usage',
    error: { message: '--shard takes a part like 1/4, not "foo".' },
  });
});

describe('help', () => {
  const text = (line: string): string => {
    const parsed = parse(line);
    return parsed.kind === 'text' ? parsed.text : JSON.stringify(parsed);
  };

  it('comes without arguments, on request, and for a command', () => {
    expect(text('')).toBe(text('--help'));
    expect(text('help')).toBe(text('--help'));
    expect(text('help look')).toBe(text('look --help'));
  });

  it('names every command, in few tokens', () => {
    const parsed = parseCommand([], { tools: commands, version: '1.2.3' });
    const help = parsed.kind === 'text' ? parsed.text : '';
    for (const { cli } of commands) expect(help).toMatch(new RegExp(`[ ,]${cli.command}[ ,\\n]`));
    expect(encode(help).length).toBeLessThanOrEqual(500);
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it.each(tools.map(({ cli }) => cli.command))('shows everything that %s takes', (command) => {
    const help = text(`help ${command}`);
    for (const flag of ['--json', '--session <NAME>']) expect(help).toContain(flag);
    expect(help).not.toContain('undefined');
    expect(help).not.toMatch(/default [;)]/);
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('says what each step of do takes', () => {
    const help = text('help do');
    expect(help).toContain('\n  click ELEMENT [--button BUTTON] [--double] [--modifier KEY...] [--at X,Y]\n');
    expect(help).toContain('\n  select-text ELEMENT TEXT\n');
    expect(help).toContain('\n  query [TEXT] [--role ROLE]');
  });

  it('explains where look looks', () => {
    expect(text('help look')).toContain('--max-tokens <N>');
    expect(text('help look')).toContain('one of outline, flat, summary, minimal, html, json; default');
    expect(text('help look')).toContain('opened if needed and stays open');
  });

  it('names commands, not the tools that models have', () => {
    for (const { cli } of tools) {
      const [, ...lines] = text(`help ${cli.command}`).split('\n');
      expect(lines.join('\n')).not.toMatch(/\b(get|list)_/);
    }
  });

  it('prints the version', () => {
    expect(text('--version')).toBe('1.2.3\n');
    expect(text('-V')).toBe('1.2.3\n');
  });
});

describe('where a command runs', () => {
  const place = (line: string): string => {
    const { tool, input } = run(line);
    return runLocationOf(tool, input, { argv: line.split(' '), cwd: '/' });
  };

  it.each([
    ['open a.example', 'start'],
    ['look', 'session'],
    ['look --session work', 'session'],
    ['look a.example', 'here'],
    ['look a.example --session work', 'start'],
    ['look page.json', 'anywhere'],
    ['look page.json --session work', 'anywhere'],
    ['back', 'session'],
    ['close', 'here'],
    ['doctor', 'here'],
  ])('%s: %s', (line, expected) => {
    expect(place(line)).toBe(expected);
  });
});

describe('the name of the session', () => {
  it.each([
    [['look'], undefined],
    [['look', '--session', 'a'], 'a'],
    [['--session=a', 'look'], 'a'],
    [['look', '--session', 'a', '--session=b'], 'b'],
    [['region', '--', '--session', 'a'], undefined],
    [['look', '--session'], undefined],
  ])('%j: %s', (argv, name) => {
    expect(explicitSessionName(argv)).toBe(name);
  });

  it('is that of SIGHTLINE_SESSION, or default, where no flag says it', () => {
    expect(sessionName(['look'], { SIGHTLINE_SESSION: 'mine' })).toBe('mine');
    expect(sessionName(['look', '--session', 'a'], { SIGHTLINE_SESSION: 'mine' })).toBe('a');
    expect(sessionName(['look'], { SIGHTLINE_SESSION: '' })).toBe('default');
    expect(sessionName(['look'], {})).toBe('default');
  });
});

it.each(['network -n 4', 'console --limit 4'])('%s lists the last four', (line) => {
  const parsed = parseCommand(line.split(' '), { tools: developerTools, version: '1.2.3' });
  expect(parsed).toMatchObject({ kind: 'run', input: { maxResults: 4 } });
});
