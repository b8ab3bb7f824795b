import { z } from 'zod';
import type { DoctorCheck } from '../../browser/launch/diagnose.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool } from '../defineTool.ts';

export const doctor = defineTool({
  name: 'doctor',
  title: 'Check the installation',
  description: 'Which Node and browser are used, and whether a page can be opened.',
  input: z.object({}),
  readOnly: true,
  effects: { local: true },
  cli: { command: 'doctor', runsIn: 'here' },
  async handler(context) {
    context.progress('checking the browser');
    // Loaded when it is needed: it brings the whole browser engine with it.
    const { diagnose } = await import('../../browser/launch/diagnose.ts');
    const { checks } = await diagnose();
    const failed = checks.find(({ ok }) => !ok);
    return {
      text: checks.map(renderCheck).join('\n'),
      data: { checks },
      failure: failed && toCheckError(failed),
    };
  },
});

const renderCheck = ({ name, ok, detail }: DoctorCheck): string =>
  `${ok ? 'ok    ' : 'FAILED'} ${name}: ${detail}`;

function toCheckError({ name, detail, hint }: DoctorCheck): SightlineError {
  const code = name === 'browser' ? 'browser_not_found' : 'internal';
  return new SightlineError(code, `The check "${name}" failed: ${detail}`, { hint });
}
