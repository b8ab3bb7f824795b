import type { FilterStep, LocatorSpec, LocatorStep, RoleStep, TextPattern } from './LocatorSpec.ts';

const TEXT_METHODS = {
  text: 'getByText',
  label: 'getByLabel',
  placeholder: 'getByPlaceholder',
  title: 'getByTitle',
  altText: 'getByAltText',
  testId: 'getByTestId',
} as const;

/** A locator in the words of a script: `getByRole('button', { name: 'Save' }).first()`. */
export function writeLocator(spec: LocatorSpec): string {
  return spec.map(writeStep).join('.');
}

function writeStep(step: LocatorStep): string {
  switch (step.by) {
    case 'role':
      return `getByRole(${quote(step.role)}${writeOptions(roleOptions(step))})`;
    case 'css':
      return `locator(${quote(step.selector)})`;
    case 'ref':
      return `get(${step.ref})`;
    case 'words':
      return `get(${quote(step.words)})`;
    case 'frame':
      if (step.url !== undefined) return `frame({ url: ${writePattern(step.url)} })`;
      return step.selector === undefined ? 'contentFrame()' : `frameLocator(${quote(step.selector)})`;
    case 'filter':
      return `filter(${writeObject(filterOptions(step))})`;
    case 'nth':
      return step.index === 0 ? 'first()' : step.index === -1 ? 'last()' : `nth(${step.index})`;
    case 'or':
    case 'and':
      return `${step.by}(${writeLocator(step.locator)})`;
    default: {
      const options: Record<string, string> = step.exact === undefined ? {} : { exact: String(step.exact) };
      return `${TEXT_METHODS[step.by]}(${writePattern(step.text)}${writeOptions(options)})`;
    }
  }
}

function roleOptions({ by: _, role: __, name, ...states }: RoleStep): Record<string, string> {
  const options = Object.entries(states).filter(([, value]) => value !== undefined);
  return {
    ...(name !== undefined && { name: writePattern(name) }),
    ...Object.fromEntries(options.map(([key, value]) => [key, String(value)])),
  };
}

function filterOptions({ hasText, hasNotText, has, hasNot, visible }: FilterStep): Record<string, string> {
  return {
    ...(hasText !== undefined && { hasText: writePattern(hasText) }),
    ...(hasNotText !== undefined && { hasNotText: writePattern(hasNotText) }),
    ...(has && { has: writeLocator(has) }),
    ...(hasNot && { hasNot: writeLocator(hasNot) }),
    ...(visible !== undefined && { visible: String(visible) }),
  };
}

const writeOptions = (options: Record<string, string>): string =>
  Object.keys(options).length > 0 ? `, ${writeObject(options)}` : '';

function writeObject(options: Record<string, string>): string {
  const fields = Object.entries(options).map(([key, value]) => `${key}: ${value}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

const writePattern = (pattern: TextPattern): string =>
  typeof pattern === 'string' ? quote(pattern) : `/${pattern.regex}/${pattern.flags}`;

/** As JavaScript writes it, in single quotes. */
function quote(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'`;
}
