/** Shows what is only asked where another answer calls for it. */
function showConditional() {
  for (const part of document.querySelectorAll('[data-when]')) {
    const [name, value] = part.dataset.when.split('=');
    part.hidden = document.querySelector(`[name="${name}"]:checked`)?.value !== value;
  }
  for (const box of document.querySelectorAll('[data-count]'))
    document.querySelector(`[data-counts="${box.dataset.count}"]`).hidden = !box.checked;
}
document.addEventListener('change', showConditional);
showConditional();

document.getElementById('narrow').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase();
  for (const item of document.querySelectorAll('.services li'))
    item.hidden = !item.textContent.toLowerCase().includes(words);
});

const zone = document.getElementById('zone');
if (zone) {
  const list = document.getElementById('zones');
  const options = [...list.children];
  const open = (on) => {
    list.hidden = !on;
    zone.setAttribute('aria-expanded', String(on));
  };
  const narrow = () => {
    for (const option of options)
      option.hidden = !option.textContent.toLowerCase().includes(zone.value.toLowerCase());
    open(true);
  };
  const choose = (option) => {
    for (const one of options) one.setAttribute('aria-selected', String(one === option));
    zone.value = option.textContent;
    open(false);
  };
  zone.addEventListener('input', narrow);
  zone.addEventListener('click', narrow);
  zone.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') open(false);
    if (event.key !== 'Enter' || list.hidden) return;
    event.preventDefault();
    const first = options.find((option) => !option.hidden);
    if (first) choose(first);
  });
  for (const option of options) option.addEventListener('click', () => choose(option));
}

const days = document.getElementById('days');
if (days) {
  const field = document.querySelector('[name=date]');
  let month = 4;
  const monthName = () =>
    new Date(Date.UTC(2026, month, 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  const two = (number) => String(number).padStart(2, '0');
  const cell = (day) => {
    const date = new Date(Date.UTC(2026, month, day));
    const closed = [0, 6].includes(date.getUTCDay());
    const value = `2026-${two(month + 1)}-${two(day)}`;
    return `<td><button type="button" data-day="${value}" aria-label="${day} ${monthName()} 2026"${closed ? ' disabled' : ''} aria-pressed="${field.value === value}">${day}</button></td>`;
  };
  const draw = () => {
    document.getElementById('month').textContent = `${monthName()} 2026`;
    const before = (new Date(Date.UTC(2026, month, 1)).getUTCDay() + 6) % 7;
    const count = new Date(Date.UTC(2026, month + 1, 0)).getUTCDate();
    const cells = [
      ...Array(before).fill('<td></td>'),
      ...Array.from({ length: count }, (_, at) => cell(at + 1)),
    ];
    const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, at) =>
      cells.slice(at * 7, at * 7 + 7),
    );
    days.innerHTML = weeks.map((week) => `<tr>${week.join('')}</tr>`).join('');
  };
  const turn = (step) => {
    month = Math.min(11, Math.max(4, month + step));
    draw();
  };
  document.getElementById('earlier').addEventListener('click', () => turn(-1));
  document.getElementById('later').addEventListener('click', () => turn(1));
  days.addEventListener('click', ({ target }) => {
    if (!target.dataset.day) return;
    field.value = target.dataset.day;
    document.getElementById('chosen').textContent = target.getAttribute('aria-label');
    draw();
  });
  draw();
}
