import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { benchmarkPath } from '../paths.ts';
import type { ServedApplications } from './serveApplications.ts';
import type { ClientSettings, TrialFolder } from './TrialFolder.ts';
import type { TrialTask } from './TrialTask.ts';
import type { TrialTool } from './tools.ts';

/** Writes what a helper is given, and the client behind its commands. */
export function writeFolder(
  { blind, run }: TrialFolder,
  tool: TrialTool,
  tasks: readonly TrialTask[],
  { served }: ServedApplications,
  settings: ClientSettings,
): void {
  writeFileSync(join(blind, 'brief.md'), writeBrief(tool, blind, tasks.length));
  writeFileSync(join(blind, 'goals.md'), writeGoals(tasks, served));
  const client = readFileSync(benchmarkPath('trials/client.ts'), 'utf8');
  writeFileSync(join(run, 'client.mjs'), transformSync(client, { loader: 'ts', format: 'esm' }).code);
  writeFileSync(join(run, 'client.json'), JSON.stringify(settings, null, 2));
  for (const folder of [join(blind, 'bin'), join(run, 'work'), join(run, 'home')])
    mkdirSync(folder, { recursive: true });
  for (const [name, action] of [
    ['w', 'w'],
    ['_start', 'start'],
    ['_done', 'done'],
  ] as const) {
    const file = join(blind, 'bin', name);
    writeFileSync(
      file,
      `#!/bin/sh\nexec '${process.execPath}' '${join(run, 'client.mjs')}' ${action} "$@"\n`,
    );
    chmodSync(file, 0o755);
  }
}

function writeBrief({ title, connect, script, rule }: TrialTool, blind: string, count: number): string {
  const readable = script.replace('$TRIAL_TASK', 'TASK');
  const words: Record<string, string> = {
    N: String(count),
    TOOL: title,
    BLIND: blind,
    CONNECT: `\`${connect}\``,
    SCRIPT:
      script === 'bash'
        ? ''
        : ` (or \`w TASK <<'EOF'\` ... \`EOF\` for a script, which \`${readable}\` reads)`,
    RULE: rule ? `\n- ${rule}` : '',
  };
  const brief = readFileSync(benchmarkPath('trials/brief.md'), 'utf8');
  return brief.replace(/\{([A-Z]+)\}/g, (whole, name) => words[name] ?? whole);
}

function writeGoals(tasks: readonly TrialTask[], served: ServedApplications['served']): string {
  const goals = tasks.map(({ id, application, path, goal, kind }) => {
    const address = `${served.get(application)?.origin}${path}`;
    return `## ${id}\n${address}\n\n${goal}${kind === 'answer' ? ' (An answer is asked for.)' : ''}\n`;
  });
  return `# Goals\n\n${goals.join('\n')}`;
}
