const system = ['Inbox', 'Starred', 'Sent', 'Drafts', 'Archive', 'Spam', 'Trash'];
const custom = [
  'Invoices',
  'Travel',
  'Newsletters',
  'Team',
  'Contracts',
  'Recruiting',
  'Suppliers',
  'Receipts',
  'Board',
  'Events',
  'Press',
  'Facilities',
  'Payroll',
  'Training',
  'Customers',
  'Legal',
];
const address = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;

/** The rules of a mailbox and what it holds. Answers of its methods are `{ status, json }`. */
export class Mailbox {
  sent = [];
  rules = [];
  settings = {
    signature: 'Best regards',
    awayOn: false,
    awayFrom: '',
    awayTo: '',
    awayText: '',
    density: 'comfortable',
  };

  /** `rows`: messages on a page of a list; `folders`: how many folders of the user's own there are. */
  constructor(messages, { rows, folders }) {
    this.messages = messages;
    this.rows = rows;
    this.folders = [...system, ...custom.slice(0, folders)];
    this.first = structuredClone(messages);
  }

  /** What has changed since the start; `moved` tells the folder of each message that is no longer where it was. */
  state() {
    const pairs = this.messages.map((now, at) => ({ now, first: this.first[at] }));
    const ids = (changed) => pairs.filter(changed).map(({ now }) => now.id);
    return {
      moved: Object.fromEntries(
        pairs.filter(({ now, first }) => now.folder !== first.folder).map(({ now }) => [now.id, now.folder]),
      ),
      starred: ids(({ now }) => now.starred),
      read: ids(({ now, first }) => first.unread && !now.unread),
      unread: ids(({ now, first }) => !first.unread && now.unread),
      sent: this.sent,
      folders: this.folders,
      rules: this.rules,
      settings: this.settings,
    };
  }

  list(folder, words, page) {
    const found = this.messages.filter((one) => (words ? matches(one, words) : isIn(one, folder)));
    const first = (page - 1) * this.rows;
    const shown = found
      .slice(first, first + this.rows)
      .map(({ body, ...rest }) => ({ ...rest, preview: body[0] }));
    return { json: { messages: shown, total: found.length, more: first + this.rows < found.length } };
  }

  counts() {
    return this.folders.map((name) => ({
      name,
      unread: this.messages.filter((one) => one.unread && isIn(one, name)).length,
    }));
  }

  open(id) {
    const message = this.messages.find((one) => one.id === id);
    if (!message) return refuse('No such message.');
    message.unread = false;
    return { json: message };
  }

  /** Changes some of `folder`, `starred`, `unread` of the messages `ids`. */
  change({ ids, folder, starred, unread }) {
    if (folder !== undefined && !this.folders.includes(folder)) return refuse('No such folder.');
    for (const message of this.messages.filter((one) => ids.includes(one.id))) {
      if (folder !== undefined) message.folder = folder;
      if (starred !== undefined) message.starred = starred;
      if (unread !== undefined) message.unread = unread;
    }
    return { json: { changed: ids.length } };
  }

  /** `kind`: `new`, `reply` or `forward`; `about`: the message that is replied to or passed on. */
  send({ kind, about = null, to, cc = '', subject, body, important = false }) {
    const errors = {};
    const [receivers, copies] = [split(to), split(cc)];
    if (receivers.length === 0) errors.to = 'Enter at least one address.';
    else if (!receivers.every((one) => address.test(one))) errors.to = 'One of the addresses is not valid.';
    if (!copies.every((one) => address.test(one))) errors.cc = 'One of the addresses is not valid.';
    if (!subject.trim()) errors.subject = 'Enter a subject.';
    if (!body.trim()) errors.body = 'Write something first.';
    if (Object.keys(errors).length > 0) return { status: 422, json: { errors } };
    this.sent.push({
      kind,
      about,
      to: receivers,
      cc: copies,
      subject: subject.trim(),
      body: body.trim(),
      important,
    });
    return { json: { message: 'Message sent' } };
  }

  addFolder({ name }) {
    const wanted = name.trim();
    if (!wanted) return refuse('Enter a name.');
    if (this.folders.some((one) => one.toLowerCase() === wanted.toLowerCase()))
      return refuse('There is such a folder already.');
    this.folders.push(wanted);
    return { json: { message: `Folder "${wanted}" created` } };
  }

  addRule({ from, subject, folder, markRead }) {
    if (!from.trim() && !subject.trim()) return refuse('Say what the rule looks for.');
    if (!folder) return refuse('Choose a folder.');
    this.rules.push({ from: from.trim(), subject: subject.trim(), folder, markRead });
    return { json: { message: 'Rule saved' } };
  }

  saveSettings(entered) {
    const { awayOn, awayFrom, awayTo, awayText } = entered;
    if (awayOn && !(awayFrom && awayTo && awayFrom <= awayTo))
      return refuse('Enter the first and the last day of your absence.');
    if (awayOn && !awayText.trim()) return refuse('Enter the text of the automatic reply.');
    this.settings = { ...this.settings, ...entered };
    return { json: { message: 'Settings saved' } };
  }
}

const refuse = (message) => ({ status: 422, json: { message } });
const split = (text) =>
  text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter(Boolean);
const isIn = (message, folder) => (folder === 'Starred' ? message.starred : message.folder === folder);

function matches({ from, subject, body }, words) {
  const text = `${from} ${subject} ${body.join(' ')}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
