import { inputFields } from '../../../packages/sightline/src/tools/inputFields.ts';
import { toolNamed } from '../../support/tools.ts';
import { Cli } from '../Cli.ts';
import type { Host, HostAnswer } from './Host.ts';

/** The spawned command line: every call is a process of its own, the browser stays open between them. */
export class CliHost implements Host {
  protected readonly cli = new Cli();

  async call(tool: string, input: Record<string, unknown> = {}): Promise<HostAnswer> {
    const { code, stdout, stderr } = await this.cli.run([tool, ...argumentsOf(tool, input)]);
    return { text: (stdout + stderr).trim(), failed: code !== 0 };
  }

  close(): Promise<void> {
    return this.cli.close();
  }
}

function argumentsOf(tool: string, input: Record<string, unknown>): string[] {
  const { positionals = [] } = toolNamed(tool).cli;
  const fields = inputFields(toolNamed(tool));
  const given = (key: string): string[] => (key in input ? [input[key]].flat().map(String) : []);
  const flags = fields
    .filter(({ key, flag }) => key in input && !(positionals.includes(key) && !flag))
    .flatMap(({ key, flag, kind }) =>
      kind === 'boolean' ? [`${flag}`] : given(key).flatMap((one) => [`${flag}`, one]),
    );
  const places = fields.filter(({ key, flag }) => positionals.includes(key) && !flag).map(({ key }) => key);
  return [...flags, '--', ...positionals.filter((key) => places.includes(key)).flatMap(given)];
}
