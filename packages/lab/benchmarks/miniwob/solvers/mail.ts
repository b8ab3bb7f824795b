import type { Player } from '../Player.ts';
import type { Control, Sight } from '../Sight.ts';
import { quotedIn, type Solvers } from './goals.ts';

/** A mail box: delete, mark, reply, forward. */
export const mail: Solvers = Object.fromEntries(
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

async function handleMail(player: Player): Promise<void> {
  const { goal } = player;
  const sight = await player.look();
  const messages = sight.controls.filter((one) => one.word === 'div' && one.label !== '');
  const senders = messages.map(({ label }) => label.split(' ')[0] ?? '');
  const { sender = '', receiver, reply } = readRequest(goal, senders);
  const message = messages[senders.indexOf(sender)];
  if (!message) throw new Error(`no message of ${sender} in ${goal}`);
  if (reply !== undefined) await send(player, message, 'Reply', (view) => view.one('textarea'), reply);
  else if (receiver) await send(player, message, 'Forward', (view) => view.one('input'), receiver);
  else {
    const icon = /star|important/i.test(goal) ? 'star' : 'trash';
    const at = sight.controls.indexOf(message);
    const found = sight.which((one) => one.attributes.class === icon && sight.controls.indexOf(one) >= at);
    await player.click(found.number);
  }
  if (senders.filter((one) => one === sender).length > 1)
    throw new Error(`there are several messages of ${sender}, and the instruction does not say which`);
}

interface MailRequest {
  sender?: string | undefined;
  receiver?: string | undefined;
  reply?: string | undefined;
}

/** Whose message, and who gets it or what it is answered with; in any words. */
function readRequest(goal: string, senders: readonly string[]): MailRequest {
  // The first word begins with a capital in any case.
  const names = [...goal.matchAll(/\b[A-Z][a-z]+\b/g)]
    .filter(({ 0: word, index }) => index > 0 || senders.includes(word))
    .map(([name]) => name);
  const named = /\b(?:from|by|of) ([A-Z][a-z]+)|\b([A-Z][a-z]+)(?:'s| sent\b)/
    .exec(goal)
    ?.slice(1)
    .find(Boolean);
  const sender = named && senders.includes(named) ? named : names.find((name) => senders.includes(name));
  if (/repl|respon|answer/i.test(goal)) return { sender, reply: quotedIn(goal)[0] ?? textAtEnd(goal) };
  if (/\b(?:star|important|delete|trash|remove|rid)/i.test(goal)) return { sender };
  const to = /\b(?:to|for|with|give) ([A-Z][a-z]+)/.exec(goal)?.[1];
  return { sender, receiver: to ?? names.find((name) => name !== sender) };
}

const textAtEnd = (goal: string): string | undefined =>
  /(?:text|saying|say|with|that|message) (.+?)$/.exec(goal)?.[1];

async function send(
  player: Player,
  message: Control,
  button: string,
  fieldIn: (sight: Sight) => Control,
  text: string,
): Promise<void> {
  await player.click(message.number);
  await player.click((await player.look()).one('span', button).number);
  const sight = await player.look();
  await player.fill(fieldIn(sight).number, text);
  await player.click(sight.which((one) => /^send/.test(String(one.attributes.id))).number);
}
