import './composing.js';

const { send } = window.toolkit;
const form = document.getElementById('settings');
const away = document.getElementById('away');
const ruleDialog = document.getElementById('rule-dialog');
const ruleForm = ruleDialog.querySelector('form');

away.addEventListener('click', () => {
  const on = away.getAttribute('aria-checked') !== 'true';
  away.setAttribute('aria-checked', String(on));
  document.getElementById('away-fields').hidden = !on;
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const entered = Object.fromEntries(new FormData(form));
  const awayOn = away.getAttribute('aria-checked') === 'true';
  const { ok, message } = await send('POST', '/api/settings', { ...entered, awayOn });
  form.querySelector('[role=alert]').textContent = ok ? '' : message;
  document.getElementById('saved').textContent = ok ? message : '';
});

document.getElementById('search').addEventListener('submit', (event) => {
  event.preventDefault();
  location.href = `/folder/Inbox?q=${encodeURIComponent(event.target.q.value)}`;
});

document.addEventListener('folders', () => location.reload());

document.getElementById('new-rule').addEventListener('click', () => ruleDialog.showModal());
ruleDialog.querySelector('[data-cancel]').addEventListener('click', () => ruleDialog.close());
ruleForm.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { markRead, ...entered } = Object.fromEntries(new FormData(ruleForm));
  const { ok, message } = await send('POST', '/api/rules', { ...entered, markRead: markRead === 'on' });
  if (ok) return location.reload();
  ruleForm.querySelector('[role=alert]').textContent = message;
});
