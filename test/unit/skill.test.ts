import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { commands } from '../../packages/sightline/src/cli/commands.ts';
import { parseCommand } from '../../packages/sightline/src/cli/parseCommand.ts';
import { toolsOf } from '../../packages/sightline/src/mcp/profiles.ts';
import { formatFewToolsCall } from '../../packages/sightline/src/render/CallFormatter.ts';
import { skill } from '../../packages/sightline/src/tools/skill.ts';
import { fakeContext } from '../support/tools.ts';

const root = new URL('../..', import.meta.url);
const textOf = (name: string): string => readFileSync(fileURLToPath(new URL(name, root)), 'utf8');
const manifest = JSON.parse(textOf('packages/sightline/package.json'));

/** The words of a shell's line, without its remark. */
const wordsOf = (line: string): string[] =>
  Array.from(
    line.replace(/\s+#.*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );

const kindOf = (line: string): string => {
  const [, ...argv] = wordsOf(line.replace(/ <<'EOF'.*/, ''));
  return parseCommand(argv, { tools: commands, version: '1' }).kind;
};

describe('SKILL.md', () => {
  const text = textOf('packages/sightline/SKILL.md');

  it('is what `sightline skill` prints', async () => {
    const { text: skillText } = await skill.handler(fakeContext(), {});
    expect(skillText).toBe(text.trimEnd());
  });

  it('has the head that agents look for, and costs little', () => {
    const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
    expect(head).toMatch(/^name: [a-z-]{1,64}$/m);
    // Plain scalars of YAML: one with a colon or a comment in it leaves a client without the head.
    for (const line of head.split('\n')) expect(line).toMatch(/^[a-z]+: [A-Za-z](?:(?!: | #).)*[^:]$/);
    expect(/^description: (.*)$/m.exec(head)?.[1]?.length).toBeLessThan(1_024);
    expect(countTokens(text)).toBeLessThanOrEqual(700);
  });

  it('names only commands and flags that there are', () => {
    const blocks = Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) =>
      block.trim().split('\n'),
    );
    const inline = Array.from(text.matchAll(/`(sightline [^`\n]+)`/g), ([, line = '']) => line);
    const lines = [...blocks.flat(), ...inline].filter((line) => line.startsWith('sightline'));
    expect(lines.length).toBeGreaterThanOrEqual(5);
    for (const line of lines)
      expect([line, kindOf(line)]).toEqual([line, expect.stringMatching(/^(run|text)$/)]);
    for (const [, words = ''] of text.matchAll(
      /`((?:query|region|text|details|why|upload|tabs|screenshot) [^`\n]+)`/g,
    ))
      expect([words, kindOf(`sightline ${words}`)]).toEqual([words, 'run']);
  });
});

describe('the README, for clients of MCP', () => {
  const [, section = ''] = /^## MCP\n(.*?)^## /ms.exec(textOf('README.md')) ?? [];

  it('gives configurations that are whole, and start what there is', () => {
    const [, json = ''] = /^```json\n(.*?)^```/ms.exec(section) ?? [];
    expect(JSON.parse(json).mcpServers.sightline).toEqual({ command: 'sightline', args: ['mcp'] });
    const [, added = ''] = /--add-mcp '(.*?)'/.exec(section) ?? [];
    expect(JSON.parse(added)).toEqual({ name: 'sightline', command: 'sightline', args: ['mcp'] });
  });

  it('names flags that there are', () => {
    const flags = Array.from(
      section.matchAll(/^\| `(--[^|]*)\|/gm),
      ([, cell = '']) => cell.match(/--\w+( [^`,]+)?/g) ?? [],
    );
    expect(flags.flat().length).toBeGreaterThan(6);
    for (const flag of flags.flat()) {
      const filled = flag.replace('PATTERN', 'a.test').replace('FOLDER', 'out');
      expect([flag, kindOf(`sightline mcp ${filled}`)]).toEqual([flag, 'run']);
    }
  });
});

describe('server.json', () => {
  const server = JSON.parse(textOf('packages/sightline/server.json'));

  it('is what the registry takes', () => {
    expect(server.$schema).toMatch(
      /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/,
    );
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(server.packages[0].transport).toEqual({ type: 'stdio' });
  });

  it('names this package, in this version, by the name that it claims', () => {
    const [{ identifier, version, packageArguments }] = server.packages;
    expect([server.version, version, identifier]).toEqual([
      manifest.version,
      manifest.version,
      manifest.name,
    ]);
    expect(manifest.mcpName).toBe(server.name);
    const names = packageArguments.flatMap(({ name, value, default: preset }: Record<string, string>) => [
      name ?? value,
      ...(name ? [preset ?? 'out'] : []),
    ]);
    expect(kindOf(`sightline ${names.join(' ')}`)).toBe('run');
  });
});

describe('calls that answers recommend', () => {
  it.each(['core', 'slim'] as const)('are among the tools of %s', (profile) => {
    const names = toolsOf(profile).map(({ name }) => name);
    for (const tool of ['look', 'get_page_summary', 'list_headings', 'get_region', 'read_table'] as const)
      expect(names).toContain(formatFewToolsCall({ tool }).split(' ')[0]);
  });
});
