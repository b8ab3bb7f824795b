const { send, toast } = window.toolkit;
const composer = document.getElementById('composer');
const form = composer.querySelector('form');
const folderDialog = document.getElementById('folder-dialog');
let kind = 'new';
let about = null;

/** Opens the window for a new message, or to pass one on. */
export function compose(message) {
  form.reset();
  kind = message ? 'forward' : 'new';
  about = message?.id ?? null;
  document.getElementById('composer-title').textContent = message ? 'Forward message' : 'New message';
  form.subject.value = message ? `Fwd: ${message.subject}` : '';
  form.body.value = message ? `\n\n> ${message.body.join('\n> ')}` : '';
  showCc(false);
  showErrors({});
  composer.showModal();
}

function showCc(on) {
  document.getElementById('cc-field').hidden = !on;
  document.getElementById('cc-offer').hidden = on;
}

function showErrors(errors) {
  for (const place of composer.querySelectorAll('[data-error]')) {
    const text = errors[place.dataset.error] ?? '';
    place.textContent = text;
    form[place.dataset.error].setAttribute('aria-invalid', String(text !== ''));
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { important, ...entered } = Object.fromEntries(new FormData(form));
  const answer = await send('POST', '/api/send', { ...entered, important: important === 'on', kind, about });
  if (!answer.ok) return showErrors(answer.errors);
  composer.close();
  toast(answer.message);
});

document.getElementById('compose').addEventListener('click', () => compose());
document.getElementById('add-cc').addEventListener('click', () => showCc(true));
document.getElementById('discard').addEventListener('click', () => composer.close());

document.getElementById('new-folder').addEventListener('click', () => {
  folderDialog.querySelector('form').reset();
  folderDialog.showModal();
});
folderDialog.querySelector('[data-cancel]').addEventListener('click', () => folderDialog.close());
folderDialog.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { ok, message } = await send('POST', '/api/folders', { name: event.target.elements.name.value });
  folderDialog.querySelector('[role=alert]').textContent = ok ? '' : message;
  if (!ok) return;
  folderDialog.close();
  toast(message);
  document.dispatchEvent(new Event('folders'));
});
