import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commands } from '../../packages/sightline/src/cli/commands.ts';
import { parseCommand } from '../../packages/sightline/src/cli/parseCommand.ts';
import { fakeContext } from '../support/tools.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path));

/** The tool that a command line runs, with its input. */
function parsed(argv: readonly string[]): object {
  const command = parseCommand(argv, { tools: commands, version: '1' });
  if (command.kind !== 'run') throw new Error(JSON.stringify(command));
  return { tool: command.tool.name, ...command.input };
}

test('all that is published has one version', () => {
  const paths = ['packages/lab/package.json', 'packages/sightline/server.json', 'extension/manifest.json'];
  const { version } = readJson('packages/sightline/package.json');
  expect(paths.map((path) => readJson(path).version)).toEqual([version, version, version]);
});

describe('the plug-in of Claude Code', () => {
  test('is what its marketplace names, of the version of the package', () => {
    const { version, description } = readJson('packages/sightline/server.json');
    const plugin = readJson('plugin/.claude-plugin/plugin.json');
    expect(plugin).toMatchObject({ name: 'sightline', version, description });
    expect(readJson('.claude-plugin/marketplace.json').plugins).toEqual([
      { name: plugin.name, source: './plugin', description },
    ]);
  });

  test('has the guide of the package, and starts the server', () => {
    expect(read('plugin/skills/sightline/SKILL.md')).toBe(read('packages/sightline/SKILL.md'));
    const { command, args } = readJson('plugin/.mcp.json').mcpServers.sightline;
    expect(command).toBe('sightline');
    expect(parsed(args)).toMatchObject({ tool: 'mcp', profile: 'core' });
  });
});

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').replace(/\\\n/g, ' ').split('\n');
  const last = (word: string): string | undefined => lines.findLast((line) => line.startsWith(`${word} `));

  test('serves MCP over HTTP at the port it exposes, not as root', () => {
    expect(last('USER')).toBe('USER node');
    const [tini, dashes, program, ...argv] = JSON.parse(
      last('ENTRYPOINT')?.slice('ENTRYPOINT '.length) ?? '',
    );
    expect([tini, dashes, program]).toEqual(['tini', '--', 'sightline']);
    expect(parsed(argv)).toMatchObject({ tool: 'mcp', http: 8931, host: '0.0.0.0', output: '/files' });
    expect(last('EXPOSE')).toBe('EXPOSE 8931');
  });

  test('takes the packed file alone, and a Node that is new enough', () => {
    expect(read('.dockerignore').trim().split('\n')).toEqual(['*', '!sightline-*.tgz']);
    const [, major = '0'] = /^FROM node:(\d+)-bookworm-slim$/.exec(last('FROM') ?? '') ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(20);
  });
});

describe('completions', () => {
  const print = async (shell: string): Promise<string> => {
    const tool = commands.find(({ name }) => name === 'completion');
    return (await tool?.handler(fakeContext(), { shell }))?.text ?? '';
  };

  test('bash completes commands, their flags, and leaves the rest to files', async () => {
    const script = await print('bash');
    const complete = (...words: string[]): string[] => {
      const line = `COMP_WORDS=(sightline ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _sightline; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const run = execFileSync('bash', ['--norc', '-c', `${script}\n${line}`], { encoding: 'utf8' });
      return run.split('\n').filter(Boolean);
    };
    expect(complete('qu')).toEqual(['query']);
    expect(complete('--session', 'shop', 'op')).toEqual(['open']);
    expect(complete('open', 'x', '--time')).toEqual(['--timeout', '--timezone']);
    expect(complete('help', 'comple')).toEqual(['completion']);
    expect(complete('open', 'page.h')).toEqual([]);
    expect(complete('')).toHaveLength(commands.length + 4);
    expect((await print('zsh')).endsWith(script)).toBe(true);
  });

  test('fish gets each command and flag once', async () => {
    const lines = (await print('fish')).split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toContain("complete -c sightline -f -n __fish_use_subcommand -a open -d 'Open a page'");
    expect(lines.find((line) => line.includes('-l output -s o'))).toMatch(
      /^complete -c sightline -n '__fish/,
    );
  });
});
