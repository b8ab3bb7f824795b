import { quotedIn } from './goals.mjs';

/** A mail box: delete, mark, reply, forward. */
export const mail = Object.fromEntries(
  [
    'email-inbox',
    'email-inbox-delete',
    'email-inbox-forward',
    'email-inbox-forward-nl',
    'email-inbox-forward-nl-turk',
    'email-inbox-important',
    'email-inbox-nl-turk',
    'email-inbox-noscroll',
    'email-inbox-reply',
    'email-inbox-star-reply',
  ].map((name) => [name, handleMail]),
);

async function handleMail(player) {
  const { goal } = player;
  const sight = await player.look();
  const messages = sight.controls.filter((one) => one.word === 'div' && one.label !== '');
  const senders = messages.map(({ label }) => label.split(' ')[0]);
  const { sender, receiver, reply } = readWish(goal, senders);
  const message = messages[senders.indexOf(sender)];
  if (!message) throw new Error(`no message of ${sender} in ${goal}`);
  if (reply !== undefined) await answer(player, message, 'Reply', (view) => view.one('textarea'), reply);
  else if (receiver) await answer(player, message, 'Forward', (view) => view.one('input'), receiver);
  else {
    const icon = /star|important/i.test(goal) ? 'star' : 'trash';
    const following = sight.controls.slice(sight.controls.indexOf(message));
    await player.click(following.find((one) => one.attributes.class === icon).number);
  }
  if (senders.filter((one) => one === sender).length > 1)
    throw new Error(`there are several messages of ${sender}, and the instruction does not say which`);
}

/** Whose message, and who gets it or what it is answered with; in any words. */
function readWish(goal, senders) {
  // The first word begins with a capital in any case.
  const capitals = [...goal.matchAll(/\b[A-Z][a-z]+\b/g)].filter(
    ({ 0: word, index }) => index > 0 || senders.includes(word),
  );
  const names = capitals.map(([name]) => name);
  const said = /\b(?:from|by|of) ([A-Z][a-z]+)|\b([A-Z][a-z]+)(?:'s| sent\b)/
    .exec(goal)
    ?.slice(1)
    .find(Boolean);
  const sender = senders.includes(said) ? said : names.find((name) => senders.includes(name));
  if (/repl|respon|answer/i.test(goal)) return { sender, reply: quotedIn(goal)[0] ?? textAtEnd(goal) };
  const isAboutOne = /\b(?:star|important|delete|trash|remove|rid)/i.test(goal);
  const [, to] = /\b(?:to|for|with|give) ([A-Z][a-z]+)/.exec(goal) ?? [];
  return isAboutOne ? { sender } : { sender, receiver: to ?? names.find((name) => name !== sender) };
}

const textAtEnd = (goal) => /(?:text|saying|say|with|that|message) (.+?)$/.exec(goal)?.[1];

async function answer(player, message, button, fieldIn, text) {
  await player.click(message.number);
  await player.click((await player.look()).one('span', button).number);
  const sight = await player.look();
  await player.fill(fieldIn(sight).number, text);
  await player.click(sight.controls.find((one) => /^send/.test(String(one.attributes.id))).number);
}
