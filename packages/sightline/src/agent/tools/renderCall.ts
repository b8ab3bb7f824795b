/** The input without default values, for display. */
function conciseInput(input: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input as object).filter(
      ([key, value]) =>
        !OMITTED_FIELDS.has(key) && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

const OMITTED_FIELDS = new Set([
  'timeoutMs',
  'settleMs',
  'maxTokens',
  'max_results',
  'style',
  'viewportExpansion',
  'button',
  'format',
  'rows',
]);

/** `click {"index":4}`. */
export function renderCall({ tool, input }: { tool: string; input: unknown }): string {
  return `${tool} ${JSON.stringify(conciseInput(input))}`;
}
