import { submit } from './fields.mjs';
import { itemsIn } from './goals.mjs';

/** Checkboxes, radio buttons and lists. */
export const choices = {
  'click-option': async (player) => {
    const [, label] = /Select (.+) and click/.exec(player.goal);
    const sight = await player.look();
    await player.check(sight.one('radio', label).number);
    await submit(player, sight);
  },
  'click-checkboxes': checkNamed,
  'click-checkboxes-large': checkNamed,
  'click-checkboxes-transfer': checkNamed,
  'click-checkboxes-soft': async (player) => {
    const [, list] = /similar to (.+) and click/.exec(player.goal);
    const sight = await player.look();
    for (const word of itemsIn(list)) {
      const alike = sight.all('checkbox').filter(({ label }) => meansSame(label, word));
      if (alike.length === 0) throw new Error(`nothing means ${word}`);
      for (const { number } of alike) await player.check(number);
    }
    await submit(player, sight);
  },
  'choose-list': async (player) => {
    const [, label] = /Select (.+) from the list/.exec(player.goal);
    const sight = await player.look();
    await player.select(sight.one('select').number, label);
    await submit(player, sight);
  },
  'click-scroll-list': async (player) => {
    const [, list] = /Select (.+) from the scroll list/.exec(player.goal);
    const sight = await player.look();
    await player.select(sight.one('select').number, itemsIn(list));
    await submit(player, sight);
  },
};

async function checkNamed(player) {
  const [, list] = /Select (.+) and click/.exec(player.goal);
  const sight = await player.look();
  if (list !== 'nothing')
    for (const label of itemsIn(list)) await player.check(sight.one('checkbox', label).number);
  await submit(player, sight);
}

/** Words that mean the same, as a model knows them. */
const ALIKE =
  `big large huge enormous gigantic; small tiny little mini petite; red scarlet crimson vermillion;
  happy cheerful joyful gleeful delighted; sad unhappy sorrowful miserable tragic; angry mad furious irritated;
  evil wicked immoral sinful corrupt depraved; wrong incorrect mistaken erroneous; real genuine actual;
  strange odd peculiar unusual weird; stop cease halt end finish; scared terrified panicked fearful frightened afraid;
  quiet calm peaceful serene mild; old aged archaic; love like adore favor; kill murder assassinate;
  keep retain preserve sustain maintain; hide conceal camouflage; hate despise loathe detest dislike;
  funny humorous amusing comical laughable; fat fleshy plump chubby; stupid dumb dull unwise;
  delicious savory delectable appetizing; cut slice carve chop; brave courageous fearless; begin start initiate launch;
  answer reply response; television tv; house home; fire flame; pig pork swine; rabbit bunny; car automobile vehicle;
  water`
    .split(';')
    .map((words) => new Set(words.trim().split(/\s+/)));

/** In singular and plural, in any case. */
function meansSame(a, b) {
  const [one, other] = [a, b].map((word) =>
    [word, word.replace(/ies$/, 'y'), word.replace(/s$/, '')].map((form) => form.toLowerCase()),
  );
  return ALIKE.some((set) => one.some((form) => set.has(form)) && other.some((form) => set.has(form)));
}
