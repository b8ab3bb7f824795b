// `npm run lab -- data|train|plot|evaluate`: teaches a small model by runs of the oracle. See docs/teach.md.

type Command = (args: string[]) => Promise<void>;

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  data: async () => (await import('./makeExamples.ts')).makeExamples,
  train: async () => (await import('./train.ts')).train,
  plot: async () => (await import('./plotTraining.ts')).plotTraining,
  evaluate: async () => (await import('./evaluate.ts')).evaluate,
};

export async function run([name = '', ...args]: string[]): Promise<void> {
  const command = await COMMANDS[name]?.();
  if (!command) throw new Error(`say what to do: ${Object.keys(COMMANDS).join(', ')}`);
  await command(args);
}
