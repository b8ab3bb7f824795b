import { submit } from './fields.mjs';
import { quotedIn } from './goals.mjs';

/** Tabs and collapsed sections. */
export const panels = {
  'click-tab': async (player) => {
    const [, name] = /(Tab #\d)/.exec(player.goal);
    await player.click((await player.look()).all('a', name)[0].number);
  },
  'click-tab-2': clickInSomeTab,
  'click-tab-2-easy': clickInSomeTab,
  'click-tab-2-medium': clickInSomeTab,
  'click-tab-2-hard': clickInSomeTab,
  'click-collapsible': openAndSubmit,
  'click-collapsible-nodelay': openAndSubmit,
  'click-collapsible-2': clickInSomeSection,
  'click-collapsible-2-nodelay': clickInSomeSection,
};

async function clickInSomeTab(player) {
  const [link] = quotedIn(player.goal);
  let sight = await player.look();
  const tabs = sight.all('tab');
  for (let i = 0; i < tabs.length; i++) {
    if (i > 0) {
      await player.click(tabs[i].number);
      sight = await player.look();
    }
    const found = sight.all('span', link)[0];
    if (found) return player.click(found.number);
  }
  throw new Error(`no tab has the link ${link}`);
}

async function openAndSubmit(player) {
  let sight = await player.look();
  await player.click(sight.one('tab').number);
  sight = await player.look();
  await submit(player, sight);
}

async function clickInSomeSection(player) {
  const [link] = quotedIn(player.goal);
  const tabs = (await player.look()).all('tab');
  for (const { number } of tabs) {
    await player.click(number);
    const found = (await player.look()).all('span', link)[0];
    if (found) return player.click(found.number);
  }
  throw new Error(`no section has the link ${link}`);
}
