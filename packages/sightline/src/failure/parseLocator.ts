import { type CallExpression, type Expression, parseExpressionAt, type SpreadElement } from 'acorn';
import {
  type LocatorSpec,
  type LocatorStep,
  locatorSpec,
  type TextPattern,
} from '../script/locators/LocatorSpec.ts';

type Options = Readonly<Record<string, unknown>>;

/** A locator in an object: `filter({ has: getByText('x') })`. */
interface NestedLocator {
  nested: LocatorSpec;
}

const TEXT_STEPS = {
  getByText: 'text',
  getByLabel: 'label',
  getByPlaceholder: 'placeholder',
  getByTitle: 'title',
  getByAltText: 'altText',
} as const;

/**
 * A locator as Playwright writes it, at the start of a text: `getByRole('row').filter({ hasText: 'Ann' }).first()`. Undefined
 * for what is none. `testIdAttribute`: what `getByTestId` reads.
 */
export function parseLocator(text: string, testIdAttribute = 'data-testid'): LocatorSpec | undefined {
  try {
    const expression = parseExpressionAt(text.replace(/^(?:page|frame)\./, ''), 0, { ecmaVersion: 'latest' });
    const steps = readSteps(expression, testIdAttribute);
    const { success, data } = locatorSpec.safeParse(steps);
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The calls from the first to the last. Throws for what is no locator. */
function readSteps(expression: Expression, testIdAttribute: string): LocatorStep[] {
  if (expression.type !== 'CallExpression') throw new TypeError('no call');
  const { callee } = expression;
  if (callee.type === 'Identifier')
    return toSteps(callee.name, argumentsOf(expression, testIdAttribute), testIdAttribute);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
    throw new TypeError('no locator');
  const before = callee.object.type === 'Super' ? [] : readSteps(callee.object, testIdAttribute);
  const steps = toSteps(callee.property.name, argumentsOf(expression, testIdAttribute), testIdAttribute);
  return [...before, ...steps];
}

function argumentsOf(call: CallExpression, testIdAttribute: string): unknown[] {
  return call.arguments.map((argument) => readValue(argument, testIdAttribute));
}

function toSteps(name: string, [first, second]: unknown[], testIdAttribute: string): LocatorStep[] {
  const options = (second ?? {}) as Options;
  if (name in TEXT_STEPS)
    return [
      {
        by: TEXT_STEPS[name as keyof typeof TEXT_STEPS],
        text: first as TextPattern,
        exact: options.exact as boolean | undefined,
      },
    ];
  switch (name) {
    case 'getByRole':
      return [{ ...withoutUnknown(options), by: 'role', role: String(first) } as LocatorStep];
    case 'getByTestId':
      return [testIdStep(first as TextPattern, testIdAttribute)];
    case 'locator':
      if (isNested(first)) return first.nested;
      return [{ by: 'css', selector: String(first) }, ...filterSteps(options)];
    case 'frameLocator':
      return [{ by: 'frame', selector: String(first) }];
    case 'contentFrame':
      return [{ by: 'frame' }];
    case 'filter':
      return filterSteps((first ?? {}) as Options);
    case 'first':
      return [{ by: 'nth', index: 0 }];
    case 'last':
      return [{ by: 'nth', index: -1 }];
    case 'nth':
      return [{ by: 'nth', index: Number(first) }];
    case 'and':
    case 'or':
      return [{ by: name, locator: (first as NestedLocator).nested }];
    default:
      throw new TypeError(`${name} is no part of a locator`);
  }
}

const ROLE_OPTIONS = [
  'name',
  'exact',
  'checked',
  'disabled',
  'expanded',
  'pressed',
  'selected',
  'level',
  'includeHidden',
];

const withoutUnknown = (options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([key]) => ROLE_OPTIONS.includes(key)));

function testIdStep(id: TextPattern, attribute: string): LocatorStep {
  if (attribute === 'data-testid' || typeof id !== 'string') return { by: 'testId', text: id };
  return { by: 'css', selector: `[${attribute}=${JSON.stringify(id)}]` };
}

function filterSteps({ hasText, hasNotText, has, hasNot, visible }: Options): LocatorStep[] {
  const filter = {
    ...(hasText !== undefined && { hasText: hasText as TextPattern }),
    ...(hasNotText !== undefined && { hasNotText: hasNotText as TextPattern }),
    ...(isNested(has) && { has: has.nested }),
    ...(isNested(hasNot) && { hasNot: hasNot.nested }),
    ...(visible !== undefined && { visible: visible === true }),
  };
  return Object.keys(filter).length > 0 ? [{ by: 'filter', ...filter }] : [];
}

const isNested = (value: unknown): value is NestedLocator =>
  typeof value === 'object' && value !== null && 'nested' in value;

function readValue(node: Expression | SpreadElement, testIdAttribute: string): unknown {
  switch (node.type) {
    case 'Literal':
      return node.regex ? { regex: node.regex.pattern, flags: node.regex.flags } : node.value;
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked).join('');
    case 'UnaryExpression':
      return node.operator === '-' && node.argument.type === 'Literal'
        ? -Number(node.argument.value)
        : undefined;
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.flatMap((property) =>
          property.type === 'Property' && property.key.type === 'Identifier'
            ? [[property.key.name, readValue(property.value, testIdAttribute)]]
            : [],
        ),
      );
    case 'CallExpression':
      return { nested: readSteps(node, testIdAttribute) };
    default:
      throw new TypeError(`${node.type} is no argument of a locator`);
  }
}
