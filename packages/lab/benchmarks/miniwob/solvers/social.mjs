import { submit } from './fields.mjs';
import { quotedIn } from './goals.mjs';

/** Posts with icons below them, some in a menu. */
export const social = {
  'social-media': async (player) => {
    const [, user] = /user (@\w+)/.exec(player.goal);
    const [action] = quotedIn(player.goal);
    const sight = await player.look();
    const [post] = postsOf(sight, user);
    const icon = ICONS[action];
    if (icon) return player.click(iconIn(post, icon).number);
    await player.click(iconIn(post, 'more').number);
    const menu = await player.look();
    await player.click(menu.all('li').find(({ label }) => label.startsWith(action)).number);
  },
  'social-media-all': (player) => actOnPosts(player, Number.POSITIVE_INFINITY),
  'social-media-some': (player) => actOnPosts(player, Number(/on (\d+) post/.exec(player.goal)[1])),
};

const ICONS = { Reply: 'reply', Retweet: 'retweet', Like: 'like', Share: 'share' };

async function actOnPosts(player, most) {
  const [, user] = /by (@\w+)/.exec(player.goal);
  const icon = ICONS[quotedIn(player.goal)[0]];
  const sight = await player.look();
  for (const post of postsOf(sight, user).slice(0, most)) await player.click(iconIn(post, icon).number);
  await submit(player, sight);
}

/** The controls of each post of a user: those after the line that names who wrote it, up to the next such line. */
function postsOf(sight, user) {
  const heads = sight.lines.flatMap((line, i) => (i > 2 && /^\s+[^\s[].* @\w+/.test(line) ? [i] : []));
  return heads
    .map((head, i) => ({ head, next: heads[i + 1] }))
    .filter(
      ({ head }) => sight.lines[head].includes(`${user} `) || sight.lines[head].trimEnd().endsWith(user),
    )
    .map(({ head, next }) => sight.between(head, next));
}

function iconIn(post, name) {
  const found = post.find((one) => one.attributes.class === name);
  if (found) return found;
  throw new Error(`the post has no ${name}`);
}
