const { send, toast } = window.toolkit;
const page = document.body.dataset.page;

for (const button of document.querySelectorAll('.section')) {
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') !== 'true';
    button.setAttribute('aria-expanded', String(open));
    document.getElementById(button.getAttribute('aria-controls')).hidden = !open;
  });
}

document.getElementById('version').addEventListener('change', ({ target }) => {
  location.href = `/${target.value}/${page || 'installing'}`;
});

document.getElementById('theme').addEventListener('click', () => document.body.classList.toggle('dark'));

const field = document.querySelector('#search input');
const suggestions = document.getElementById('suggestions');
field.addEventListener('input', async () => {
  const asked = field.value;
  const found = await (await fetch(`/api/suggest?q=${encodeURIComponent(asked)}`)).json();
  if (asked !== field.value) return;
  suggestions.innerHTML = found
    .map(({ slug, title }) => `<li><a href="/3.2/${slug}">${title}</a></li>`)
    .join('');
  suggestions.hidden = found.length === 0;
});

document.addEventListener('click', async ({ target }) => {
  if (!target.closest('#search')) suggestions.hidden = true;
  const button = target.closest('button');
  if (button?.dataset.copy !== undefined) toast('Copied');
  if (button?.dataset.helpful) {
    await send('POST', '/api/feedback', { page, helpful: button.dataset.helpful === 'yes' });
    document.getElementById('helpful').textContent = 'Thank you for telling us.';
  }
});

const reporting = document.getElementById('reporting');
document.getElementById('report')?.addEventListener('click', () => reporting.showModal());
reporting?.querySelector('[data-cancel]').addEventListener('click', () => reporting.close());
reporting?.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const entered = Object.fromEntries(new FormData(event.target));
  const { ok, message } = await send('POST', '/api/reports', { page, ...entered });
  reporting.querySelector('[role=alert]').textContent = ok ? '' : message;
  if (!ok) return;
  reporting.close();
  toast(message);
});

document.getElementById('subscribe')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { email, security } = Object.fromEntries(new FormData(event.target));
  const { message } = await send('POST', '/api/subscribers', { email, security: security === 'on' });
  event.target.querySelector('[role=status]').textContent = message;
});
