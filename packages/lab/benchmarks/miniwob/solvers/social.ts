import type { Player } from '../Player.ts';
import type { Control, Sight } from '../Sight.ts';
import { itemAt, match, quoteIn, type Solvers, submit } from './goals.ts';

/** Posts with icons below them, some in a menu. */
export const social: Solvers = {
  'social-media': async (player) => {
    const [user = ''] = match(/user (@\w+)/, player.goal);
    const action = quoteIn(player.goal);
    const post = itemAt(postsOf(await player.look(), user), 0);
    const icon = ICONS[action];
    if (icon) return player.click(iconIn(post, icon).number);
    await player.click(iconIn(post, 'more').number);
    const menu = await player.look();
    await player.click(menu.which(({ word, label }) => word === 'li' && label.startsWith(action)).number);
  },
  'social-media-all': (player) => actOnPosts(player, Number.POSITIVE_INFINITY),
  'social-media-some': (player) => actOnPosts(player, Number(match(/on (\d+) post/, player.goal)[0])),
};

const ICONS: Record<string, string> = { Reply: 'reply', Retweet: 'retweet', Like: 'like', Share: 'share' };

async function actOnPosts(player: Player, most: number): Promise<void> {
  const [user = ''] = match(/by (@\w+)/, player.goal);
  const icon = ICONS[quoteIn(player.goal)] ?? '';
  const sight = await player.look();
  for (const post of postsOf(sight, user).slice(0, most)) await player.click(iconIn(post, icon).number);
  await submit(player, sight);
}

/** The controls of each post of a user: those after the line that names its author, up to the next such line. */
function postsOf(sight: Sight, user: string): Control[][] {
  const heads = sight.lines.flatMap((line, i) =>
    i > 2 && /^\s+[^\s[].* @\w+/.test(line) ? [{ line, i }] : [],
  );
  return heads.flatMap(({ line, i }, at) =>
    line.includes(`${user} `) || line.trimEnd().endsWith(user) ? [sight.between(i, heads[at + 1]?.i)] : [],
  );
}

function iconIn(post: readonly Control[], name: string): Control {
  const found = post.find((one) => one.attributes.class === name);
  if (found) return found;
  throw new Error(`the post has no ${name}`);
}
