import { nearestTo } from './colors.mjs';
import { submit } from './fields.mjs';
import { ordinalIn } from './goals.mjs';

/** Text that is selected, by the mouse or by keys. */
export const texts = {
  'highlight-text': (player) => highlight(player, 1),
  'highlight-text-2': (player) => highlight(player, ordinalIn(player.goal)),
  'text-editor': async (player) => {
    const [, word, style, color] = /(?:text (\S+)|everything) the (?:style (\w+)|color (\w+))/.exec(
      player.goal,
    );
    const sight = await player.look();
    const editor = sight.one('textbox');
    await player.click(editor.number);
    await selectIn(player, editor, word);
    if (style)
      await player.click(sight.controls.find((one) => one.attributes.class === BUTTONS[style]).number);
    else await pickColor(player, color);
    await submit(player, await player.look());
  },
};

const BUTTONS = { bold: 'ql-bold', italics: 'ql-italic', underlined: 'ql-underline' };

async function highlight(player, position) {
  const sight = await player.look();
  const controlled = new Set(sight.controls.map(({ line }) => line));
  const from = sight.lineOf(player.goal) + 1;
  const paragraphs = sight.lines.filter(
    (line, i) => i >= from && !controlled.has(i) && /^ \w/.test(line) && !/Last reward/.test(line),
  );
  const [found] = await player.find(paragraphs[position - 1].trim().split(' ').slice(0, 3).join(' '));
  await player.click(found.element, { clickCount: 3 });
  await submit(player, sight);
}

/** With the caret in the editor: all of it, or one word of it. */
async function selectIn(player, editor, word) {
  if (word === undefined) return player.press('Control+A');
  await player.press('Control+Home');
  for (let i = editor.label.indexOf(word); i > 0; i--) await player.press('ArrowRight');
  for (let i = 0; i < word.length; i++) await player.press('Shift+ArrowRight');
}

async function pickColor(player, name) {
  const sight = await player.look();
  await player.click(sight.controls.find((one) => one.attributes.class === 'ql-picker-label').number);
  const swatches = (await player.look()).controls.filter((one) =>
    /ql-picker-item/.test(String(one.attributes.class)),
  );
  const best = nearestTo(
    name,
    swatches.map(({ attributes }) => attributes.color),
  );
  await player.click(swatches.find(({ attributes }) => attributes.color === best).number);
}
