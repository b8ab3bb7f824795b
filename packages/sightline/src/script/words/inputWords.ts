import type { ActionContext } from '../../actions/ActionContext.ts';
import { assertNoSecretSelected } from '../../actions/assertNoSecret.ts';
import { clickPoint, holdButton, moveMouse, turnWheel } from '../../actions/mouse.ts';
import { holdKey, press } from '../../actions/press.ts';
import { type TypeAtFocusOptions, typeAtFocus } from '../../actions/typeAtFocus.ts';
import { pressAt } from '../../session/actions/MousePress.ts';
import { record } from './recordAction.ts';
import type { WordContext, Words } from './WordContext.ts';

/** Words for keys and the mouse, wherever the focus and the pointer are. */
export const inputWords = {
  pressKeys: async (context, { key }, line) => {
    const pressKey = (actionContext: ActionContext) => press(actionContext, key);
    record(context, line, await context.page.actOnPage(pressKey, { isKey: true }));
  },
  typeKeys: (context, { text, delay }, line) => typeWhereFocusIs(context, text, line, { delay }),
  insertText: (context, { text }, line) => typeWhereFocusIs(context, text, line, { inserted: true }),
  holdKey: async (context, { key, state }, line) => {
    const result = await context.page.actOnPage(async (actionContext) => {
      const effect = await holdKey(actionContext, key, state);
      context.held.noteKey(key, state, actionContext.page);
      return effect;
    });
    record(context, line, result);
  },
  mouseMove: async (context, params, line) => {
    context.held.mouse = { x: params.x, y: params.y };
    // On the way of a drag nothing comes to rest.
    if (context.held.isDragging) await context.page.input((page) => page.mouse.move(...moveOf(params)));
    else
      record(
        context,
        line,
        await context.page.actOnPage((actionContext) => moveMouse(actionContext, params)),
      );
  },
  mouseDown: async (context, { button = 'left', clickCount = 1 }, line) => {
    await assertNoSecretSelected(await context.context.connection());
    await notePress(context);
    await context.page.input(async (page) => {
      await page.mouse.down({ button, clickCount });
      context.held.noteButton(button, 'down', page);
    });
    context.log.addInput(`pressed the ${button} mouse button`, line);
  },
  mouseUp: async (context, { button = 'left', clickCount = 1 }, line) => {
    const result = await context.page.actOnPage(async (actionContext) => {
      context.held.noteButton(button, 'up', actionContext.page);
      return holdButton(actionContext, 'up', { button, clickCount });
    });
    record(context, line, result);
  },
  mouseClick: async (context, { x, y, button = 'left', clickCount = 1, delay = 0 }, line) => {
    const options = { button, clickCount, delay };
    const result = await context.page.actOnPage((actionContext) =>
      clickPoint(actionContext, { x, y }, options),
    );
    record(context, line, result);
  },
  mouseWheel: async (context, { x, y }, line) => {
    record(
      context,
      line,
      await context.page.actOnPage((actionContext) => turnWheel(actionContext, { x, y })),
    );
  },
} satisfies Words;

/** What is there is as it was before it is dragged. */
async function notePress({ held, log, page }: WordContext): Promise<void> {
  if (held.mouse) log.presses.push(pressAt(held.mouse, (await page.capture()).renderContext()));
}

const moveOf = ({ x, y, steps = 1 }: { x: number; y: number; steps?: number | undefined }) =>
  [x, y, { steps }] as const;

async function typeWhereFocusIs(
  context: WordContext,
  text: string,
  line: number | undefined,
  options: TypeAtFocusOptions,
): Promise<void> {
  const result = await context.page.actOnPage((actionContext) => typeAtFocus(actionContext, text, options));
  record(context, line, result);
  if (result.data.toNoField) context.log.addGuess(result.text);
}
