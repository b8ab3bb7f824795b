import type { InternalsById } from '../../injected/PageApi.ts';
import type { FrameTarget } from '../frames/FrameTarget.ts';

type Session = FrameTarget['session'];

/**
 * Whether a custom element may have internals that no field of it holds: a class of it speaks of them. `objectId`: the element as
 * the page's own scripts have it.
 */
export async function mayHideInternals(session: Session, objectId: string): Promise<boolean> {
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: SPEAKS_OF_INTERNALS,
    returnByValue: true,
  });
  return result.value === true;
}

const SPEAKS_OF_INTERNALS = `function () {
  try {
    for (let type = this.constructor; type && type !== HTMLElement; type = Object.getPrototypeOf(type))
      if (Function.prototype.toString.call(type).includes('attachInternals')) return true;
  } catch {}
  return false;
}`;

/** What the browser's accessibility tree says of elements whose internals nobody else can read; by id. `nodes`: the browser's ids. */
export async function readTree(session: Session, nodes: ReadonlyMap<number, number>): Promise<InternalsById> {
  const values: InternalsById = {};
  await Promise.all(
    Array.from(nodes, async ([id, backendNodeId]) => {
      const answer = await session
        .send('Accessibility.getPartialAXTree', { backendNodeId, fetchRelatives: false })
        .catch(() => undefined);
      const [node] = answer?.nodes ?? [];
      const attributes = node && !node.ignored ? attributesOf(node) : {};
      if (attributes.role !== undefined || attributes['aria-label'] !== undefined) values[id] = attributes;
    }),
  );
  return values;
}

interface TreeValue {
  value?: unknown;
  sources?: { type: string; nativeSource?: string; value?: { value?: unknown }; superseded?: boolean }[];
}

interface TreeNode {
  role?: TreeValue & { type: string };
  name?: TreeValue;
  properties?: { name: string; value: TreeValue }[];
}

/** As the attributes that say the same (Core-AAM 1.2). */
function attributesOf({ role, name, properties = [] }: TreeNode): Record<string, string> {
  const found: Record<string, string> = {};
  if (role?.type === 'role' && !NO_ROLES.has(String(role.value))) found.role = String(role.value);
  const source = name?.sources?.find((one) => !one.superseded && one.value?.value !== undefined);
  // What the document says of it, as its words and a label do, is read there.
  if (source && source.type !== 'contents' && !source.nativeSource && name?.value)
    found['aria-label'] = cut(name.value);
  for (const { name: property, value: state } of properties) {
    const isSaid = STATES.has(property) || (FLAGS.has(property) && state.value === true);
    if (isSaid && state.value !== undefined) found[`aria-${property.toLowerCase()}`] = cut(state.value);
  }
  return found;
}

const NO_ROLES = new Set(['generic', 'none', 'presentation']);
const STATES = new Set(['checked', 'pressed', 'expanded', 'level', 'valuemin', 'valuemax', 'valuetext']);
/** Said of each element that might have them. */
const FLAGS = new Set(['disabled', 'required', 'readonly', 'selected', 'modal', 'multiselectable', 'busy']);

/** No longer than what is read of internals themselves. */
const cut = (value: unknown): string => {
  const text = String(value);
  return text.length > 1_000 ? `${text.slice(0, 999)}\u2026` : text;
};
