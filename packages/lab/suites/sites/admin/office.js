const { send, toast } = window.toolkit;

for (const button of document.querySelectorAll('[data-release]')) {
  button.addEventListener('click', async () => {
    const { message } = await send('POST', `/api/shipments/${button.dataset.release}`);
    button.disabled = true;
    toast(message);
  });
}

for (const button of document.querySelectorAll('[role=switch]')) {
  button.addEventListener('click', () => {
    button.setAttribute('aria-checked', String(button.getAttribute('aria-checked') !== 'true'));
  });
}

const isOn = (id) => document.getElementById(id).getAttribute('aria-checked') === 'true';

document.getElementById('settings')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { sessionMinutes, ...rest } = Object.fromEntries(new FormData(event.target));
  const { ok, message, errors } = await send('POST', '/api/settings', {
    maintenance: isOn('maintenance'),
    weeklyReport: isOn('weeklyReport'),
    sessionMinutes: Number(sessionMinutes),
    ...rest,
  });
  event.target.querySelector('[role=alert]').textContent = ok ? '' : Object.values(errors)[0];
  if (ok) toast(message);
});
