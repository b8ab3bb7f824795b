import { check } from '../../actions/check.ts';
import { fill, typeText } from '../../actions/fill.ts';
import { click, drag, focus, hover } from '../../actions/pointer.ts';
import { press } from '../../actions/press.ts';
import { scroll, scrollTo } from '../../actions/scroll.ts';
import { selectOption } from '../../actions/selectOption.ts';
import { selectAll, selectText } from '../../actions/selectText.ts';
import { setField } from '../../actions/setField.ts';
import { uploadFile } from '../../actions/uploadFile.ts';
import { parseFields } from '../../search/targets/parseFields.ts';
import type { ActionResult } from '../../session/actions/ActionResult.ts';
import { awaitLateChange } from '../../session/actions/awaitLateChange.ts';
import { fillFields } from '../../session/actions/fillFields.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import type { LocatorSpec } from '../locators/LocatorSpec.ts';
import type { ElementAct, WaitForElement } from '../ScriptPage.ts';
import { record } from './recordAction.ts';
import type { WordContext, Words } from './WordContext.ts';

/** A list that the page draws, and no field that takes text: it is given its value by a choice. */
const isDrawnList = (node: PageNode): boolean =>
  node.role === 'combobox' && node.tag !== 'input' && node.tag !== 'select' && !node.has(Flag.Editable);

interface OnElement extends Pick<WaitForElement, 'timeout' | 'isField'> {
  locator: LocatorSpec;
}

/** Whether the page changes after it had come to rest. */
async function changesLate({ page }: WordContext): Promise<boolean> {
  const { snapshot } = await page.capture();
  const isSame = (now: { snapshot: unknown }): boolean => now.snapshot === snapshot;
  const pause = (milliseconds: number): Promise<void> => page.pause(milliseconds);
  return !isSame(await awaitLateChange(() => page.capture(), isSame, pause));
}

/** Words that act on the page. Each is the action that a single call of that name does. */
export const actionWords = {
  click: async (context, params, line) => {
    const { button, clickCount, modifiers, position } = params;
    const options = { button, clickCount: clickCount || undefined, modifiers, position };
    const { data } = await actOn(context, params, line, (actionContext, node) =>
      click(actionContext, node, options),
    );
    if (data.unchanged === true && !(await changesLate(context))) context.log.noteIdleStep();
  },
  fill: (context, params, line) =>
    actOnly(context, { ...params, isField: true }, line, async (actionContext, node) => {
      const effect = await (isDrawnList(node) ? setField : fill)(actionContext, node, params.value);
      context.log.addFilled(node, params.value, line);
      return effect;
    }),
  pressSequentially: (context, params, line) =>
    actOnly(context, { ...params, isField: true }, line, (actionContext, node) =>
      typeText(actionContext, node, params.text, { clear: false }),
    ),
  press: (context, params, line) =>
    actOnly(context, params, line, (actionContext, node) => press(actionContext, params.key, node)),
  setChecked: (context, params, line) =>
    actOnly(context, { ...params, isField: true }, line, (actionContext, node) =>
      check(actionContext, node, params.checked),
    ),
  selectOption: async (context, params, line) => {
    await actOn(context, { ...params, isField: true }, line, (actionContext, node) =>
      selectOption(actionContext, node, params.values),
    );
    return params.values;
  },
  hover: async (context, params, line) => {
    let over: PageNode | undefined;
    await actOn(context, params, line, (actionContext, node) => {
      over = node;
      return hover(actionContext, node, params);
    });
    if (over) context.held.mouse = { over, place: params.position };
  },
  focus: (context, params, line) => actOnly(context, params, line, focus),
  scrollIntoView: (context, params, line) => actOnly(context, params, line, scrollTo),
  selectText: (context, params, line) =>
    actOnly(context, params, line, (actionContext, node) =>
      params.words === undefined
        ? selectAll(actionContext, node)
        : selectText(actionContext, node, params.words),
    ),
  dragTo: async (context, { locator, target, timeout, sourcePosition, targetPosition }, line) => {
    const perform: ElementAct = (actionContext, node, other) =>
      drag(actionContext, node, other as PageNode, { sourcePosition, targetPosition });
    const result = await context.page.act([locator, target], perform, { timeout });
    record(context, line, result);
    // Where it went is not always seen by what changed.
    if ((result.data.notes as string[]).length > 0) context.log.addGuess(result.text);
  },
  setInputFiles: async (context, { locator, files, timeout }, line) => {
    const perform: ElementAct = (actionContext, node) =>
      uploadFile(actionContext, node, files, context.files);
    // Pages show a file field by something else of their own.
    record(context, line, await context.page.act([locator], perform, { timeout, hidden: true }));
  },
  fillFields: async (context, { fields }, line) => {
    const requests =
      typeof fields === 'string'
        ? parseFields(fields)
        : Object.entries(fields).map(([field, value]) => ({ field, value }));
    const options = { signal: context.signal, silent: true };
    const result = await fillFields(requests, context.context, context.actionRunner, options);
    record(context, line, result);
    if (result.failure) throw result.failure;
  },
  scroll: async (context, { direction, pixels, locator }, line) => {
    const options = { direction, ...(pixels && { pixels }) };
    if (locator)
      return actOnly(context, { locator }, line, (actionContext, node) =>
        scroll(actionContext, node, options),
      );
    record(
      context,
      line,
      await context.page.actOnPage((actionContext) => scroll(actionContext, undefined, options)),
    );
  },
} satisfies Words;

async function actOn(
  context: WordContext,
  { locator, timeout, isField = false }: OnElement,
  line: number | undefined,
  perform: ElementAct,
): Promise<ActionResult> {
  const result = await context.page.act([locator], perform, { timeout, isField });
  context.held.mouse = undefined;
  record(context, line, result);
  return result;
}

/** A script learns of it that it is done. */
async function actOnly(...given: Parameters<typeof actOn>): Promise<void> {
  await actOn(...given);
}
