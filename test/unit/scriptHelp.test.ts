import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { commands } from '../../packages/sightline/src/cli/commands.ts';
import { parseCommand } from '../../packages/sightline/src/cli/parseCommand.ts';

it('the help of run has the words of scripts, in 600 tokens', () => {
  const parsed = parseCommand(['run', '--help'], { tools: commands, version: '1' });
  const text = parsed.kind === 'text' ? parsed.text : '';
  expect(text).toContain('getByRole(role, { name, exact, checked, expanded })');
  expect(countTokens(text)).toBeLessThanOrEqual(600);
});
