/** A word of a step. */
export interface StepWord {
  text: string;
  /** It stood in braces, and names an element (findNumber.ts). */
  isElement: boolean;
}

/**
 * The words of a step, as a shell splits them: `fill {textbox "Name"} "Ann Lee"` has three. Quotes keep blanks together, braces do
 * too; `\n` in double quotes is a new line.
 */
export function splitStep(step: string): StepWord[] {
  const words = [...step.matchAll(/\{([^}]*)\}|"((?:[^"\\]|\\.)*)"|'([^']*)'|[^\s"']+/g)];
  return words.map(([whole, element, quoted, literal]) => ({
    text: element ?? quoted?.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char)) ?? literal ?? whole,
    isElement: element !== undefined,
  }));
}
