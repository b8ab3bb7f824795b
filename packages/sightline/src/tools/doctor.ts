import { z } from 'zod';
import type { Check } from '../browser/doctor.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { defineTool } from './defineTool.ts';

export const doctor = defineTool({
  name: 'doctor',
  title: 'Check the installation',
  description: 'Tell which Node and which browser are used, and whether a page can be opened.',
  input: z.object({}),
  readOnly: true,
  effects: { local: true },
  cli: { command: 'doctor', place: 'here' },
  async handler(context) {
    context.progress('checking the browser');
    // Loaded when it is needed: it brings the whole browser engine with it.
    const { diagnose } = await import('../browser/doctor.ts');
    const { checks } = await diagnose();
    const failed = checks.find(({ ok }) => !ok);
    return { text: checks.map(checkLine).join('\n'), data: { checks }, failure: failed && failureOf(failed) };
  },
});

const checkLine = ({ name, ok, detail }: Check): string => `${ok ? 'ok    ' : 'FAILED'} ${name}: ${detail}`;

function failureOf({ name, detail, hint }: Check): SightlineError {
  const code = name === 'browser' ? 'browser_not_found' : 'internal';
  return new SightlineError(code, `The check "${name}" failed: ${detail}`, { hint });
}
