import type { InternalsById } from '../../injected/PageApi.ts';
import { groupBy } from '../../snapshot/groupBy.ts';
import type { DocumentSnapshot } from '../../snapshot/Snapshot.ts';
import { callPageScript } from '../frames/callPageScript.ts';
import { elementObjects } from '../frames/elementObjects.ts';
import type { FrameCapture, FrameTarget, UtilityContext } from '../frames/FrameTarget.ts';
import { mayHideInternals, readTree } from './treeInternals.ts';

/** Custom elements of a document whose internals are read, at most. */
const MAX_HOSTS = 200;
/** How often a tag is asked about of which no element is defined. */
const MAX_TRIES = 5;
const OBJECT_GROUP = 'sightline-hosts-of-internals';
const KEPT_GROUP = 'sightline-internals';

/** What is known of the custom elements of one document. */
interface KnownInternals {
  /** Whether elements of that tag have internals in a field of their own. */
  hasInternals: Map<string, boolean>;
  /** How often no element of that tag was defined. */
  tries: Map<string, number>;
  /** The browser's names of the internals, by the id of the element. */
  objectIds: Map<number, string>;
  /** The browser's ids of elements whose internals nothing holds that can be read, by their own ids. */
  unheld: Map<number, number>;
  /** Ids that need not be asked about again. */
  asked: Set<number>;
  /** As the page script received them last, JSON. */
  sent: string;
}

/**
 * Role, name and states that custom elements have by their `ElementInternals`, which only their own script holds: they are read
 * from the field of the element in which it keeps them, private ones included; where none does, from the browser's accessibility
 * tree. One element of each tag is asked, then all of those that have some. The page cannot notice this but by getters of its own.
 */
export class InternalsReader {
  readonly #known = new WeakMap<UtilityContext, KnownInternals>();
  readonly #hosts = new WeakMap<DocumentSnapshot, Host[]>();

  /** Passes to the page script what has changed; returns whether anything has: then capture again. */
  async refresh(capture: FrameCapture): Promise<boolean> {
    const context = capture.target.contextOf(capture.frameId);
    const hosts = this.#hostsIn(capture.document);
    if (!context || hosts.length === 0 || capture.scriptless) return false;
    const known = this.#known.get(context) ?? newInternals();
    this.#known.set(context, known);
    forgetGone(capture.target, hosts, known);
    const unknown = hosts.filter(
      ({ id, tag }) => !known.asked.has(id) && known.hasInternals.get(tag) !== false,
    );
    if (unknown.length > 0) await find(capture.target, context, unknown, known);
    if (known.objectIds.size + known.unheld.size === 0) return false;
    const knownValues = known.objectIds.size > 0 ? await readAll(capture.target, known) : {};
    const values = { ...knownValues, ...(await readTree(capture.target.session, known.unheld)) };
    const sent = JSON.stringify(values);
    if (sent === known.sent) return false;
    known.sent = sent;
    await callPageScript(capture, 'setInternals', values);
    return true;
  }

  /** Its custom elements; found once. */
  #hostsIn(document: DocumentSnapshot): Host[] {
    const hosts = this.#hosts.get(document) ?? customElementsIn(document);
    this.#hosts.set(document, hosts);
    return hosts;
  }
}

const newInternals = (): KnownInternals => ({
  hasInternals: new Map(),
  tries: new Map(),
  objectIds: new Map(),
  unheld: new Map(),
  asked: new Set(),
  sent: '{}',
});

interface Host {
  id: number;
  tag: string;
}

function customElementsIn({ rows, strings }: DocumentSnapshot): Host[] {
  const hosts: Host[] = [];
  for (let row = 0; row < rows.tag.length; row++) {
    const tag = strings[rows.tag[row] as number] as string;
    const id = rows.id[row] as number;
    if (id > 0 && tag.includes('-') && !tag.startsWith('::')) hosts.push({ id, tag });
  }
  return hosts;
}

/** What has left the page is kept alive no longer. */
function forgetGone(
  { session }: FrameTarget,
  hosts: readonly Host[],
  { objectIds, unheld, asked }: KnownInternals,
): void {
  if (objectIds.size + unheld.size === 0) return;
  const here = new Set(hosts.map(({ id }) => id));
  for (const id of unheld.keys()) if (!here.has(id)) unheld.delete(id);
  for (const [id, objectId] of objectIds) {
    if (here.has(id)) continue;
    objectIds.delete(id);
    asked.delete(id);
    session.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
  }
}

/** First one element of each tag that is not known. */
async function find(
  target: FrameTarget,
  context: UtilityContext,
  hosts: readonly Host[],
  known: KnownInternals,
): Promise<void> {
  const byTag = groupBy(hosts, ({ tag }) => tag);
  const probes = [...byTag].flatMap(([tag, [first]]) =>
    first && !known.hasInternals.has(tag) ? [first] : [],
  );
  if (probes.length > 0) await findInternals(target, context, probes, known);
  const others = hosts.filter(({ id, tag }) => known.hasInternals.get(tag) && !known.asked.has(id));
  const room = MAX_HOSTS - known.objectIds.size - known.unheld.size;
  if (others.length > 0 && room > 0) await findInternals(target, context, others.slice(0, room), known);
  target.session.send('Runtime.releaseObjectGroup', { objectGroup: OBJECT_GROUP }).catch(() => undefined);
}

async function findInternals(
  target: FrameTarget,
  context: UtilityContext,
  hosts: readonly Host[],
  known: KnownInternals,
): Promise<void> {
  const ids = hosts.map(({ id }) => id);
  const objects = await elementObjects(target, context, ids, OBJECT_GROUP, 'definedElements');
  await Promise.all(
    hosts.map(async ({ id, tag }) => {
      const objectId = objects.get(id);
      if (objectId) return keepInternals(await internalsOf(target, objectId), { id, tag }, known);
      const tries = (known.tries.get(tag) ?? 0) + 1;
      known.tries.set(tag, tries);
      if (tries >= MAX_TRIES) known.hasInternals.set(tag, false);
    }),
  );
}

/** Where the internals of an element are read: the browser's name of the object, or the browser's id of the element. */
type Internals = { objectId: string } | { backendNodeId: number } | undefined;

function keepInternals(internals: Internals, { id, tag }: Host, known: KnownInternals): void {
  known.asked.add(id);
  if (internals && 'objectId' in internals) known.objectIds.set(id, internals.objectId);
  else if (internals) known.unheld.set(id, internals.backendNodeId);
  if (internals || !known.hasInternals.has(tag)) known.hasInternals.set(tag, internals !== undefined);
}

/** As the world of the page's own scripts holds them. */
async function internalsOf({ session }: FrameTarget, elementId: string): Promise<Internals> {
  const { node } = await session.send('DOM.describeNode', { objectId: elementId });
  const { backendNodeId } = node;
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, objectGroup: OBJECT_GROUP });
  if (!object.objectId) return undefined;
  const own = await session.send('Runtime.getProperties', { objectId: object.objectId, ownProperties: true });
  const fields = [...own.result, ...(own.privateProperties ?? [])];
  const internals = fields.find(({ value }) => value?.className === 'ElementInternals')?.value;
  if (!internals?.objectId)
    return (await mayHideInternals(session, object.objectId)) ? { backendNodeId } : undefined;
  // Kept, unlike what else the element holds.
  const kept = { objectId: internals.objectId, functionDeclaration: 'function () { return this; }' };
  const { result } = await session.send('Runtime.callFunctionOn', { ...kept, objectGroup: KEPT_GROUP });
  return result.objectId ? { objectId: result.objectId } : undefined;
}

/** All in one message: each look reads them anew. */
async function readAll({ session }: FrameTarget, { objectIds }: KnownInternals): Promise<InternalsById> {
  const ids = [...objectIds.keys()];
  const liveObjects = Array.from(objectIds.values(), (objectId) => ({ objectId }));
  const parameters = {
    ...liveObjects[0],
    functionDeclaration: READ,
    arguments: liveObjects,
    returnByValue: true,
  };
  const { result } = await session.send('Runtime.callFunctionOn', parameters).catch(() => GONE);
  const values: InternalsById = {};
  for (const [i, id] of ids.entries()) {
    const value = result.value?.[i];
    if (value) values[id] = value;
    else objectIds.delete(id);
  }
  return values;
}

const GONE = { result: { value: undefined } };

/** Each as the attribute that says the same; null for what throws. In the page's world: none of them is passed to a method of its arrays. */
const READ = `function () {
  const names = 'Label Checked Disabled Expanded Pressed Selected Current Invalid Required ReadOnly ValueNow ValueText ValueMin ValueMax HasPopup Hidden Level Description Busy Modal MultiSelectable Orientation Placeholder Sort PosInSet SetSize RoleDescription RowIndex ColIndex RowCount ColCount AutoComplete Live'.split(' ');
  const read = (internals) => {
    const found = {};
    if (internals.role) found.role = internals.role;
    for (const name of names) {
      const value = internals['aria' + name];
      if (typeof value === 'string') found['aria-' + name.toLowerCase()] =
        value.length > 1000 ? value.slice(0, 999) + '\u2026' : value;
    }
    // A reference outweighs a label (accname 1.2, step 2B).
    const named = internals.ariaLabelledByElements;
    for (let i = 0; named && i < named.length; i++) {
      const words = String(named[i].textContent);
      found['aria-label'] = (i > 0 ? found['aria-label'] + ' ' : '') + words.slice(0, 1000);
    }
    return found;
  };
  const all = {};
  for (let i = 0; i < arguments.length; i++) {
    try { all[i] = read(arguments[i]); } catch { all[i] = null; }
  }
  return all;
}`;
