const { send, toast } = window.toolkit;
const body = document.getElementById('people');
const menu = document.getElementById('menu');
const personDialog = document.getElementById('person');
const personForm = personDialog.querySelector('form');
const deleteDialog = document.getElementById('delete');
const view = { sort: '', down: false, page: 1, people: [], editing: null };
const roles = [...document.querySelectorAll('#f-role option')].map(({ value }) => value).filter(Boolean);

const row = ({ id, name, email, role, team, lastLogin, status }) => `<tr data-id="${id}">
  <td><input type="checkbox" aria-label="Select ${name}"></td>
  <th scope="row"><a href="/people/${id}">${name}</a></th><td>${email}</td>
  <td><select title="Role">${roles.map((one) => `<option${one === role ? ' selected' : ''}>${one}</option>`).join('')}</select></td>
  <td>${team}</td><td>${lastLogin}</td><td><span class="status ${status}">${status}</span></td>
  <td><button data-do="edit">Edit</button> <button data-do="suspend">${status === 'suspended' ? 'Activate' : 'Suspend'}</button>
  <button data-do="menu" aria-label="More" aria-haspopup="menu" aria-expanded="false">⋯</button></td></tr>`;

async function draw() {
  const [words, team, status] = ['words', 'team', 'status'].map((id) => document.getElementById(id).value);
  const query = new URLSearchParams({
    q: words,
    team,
    status,
    sort: view.sort,
    down: view.down,
    page: view.page,
  });
  const { people, total, page, pages } = await (await fetch(`/api/people?${query}`)).json();
  view.people = people;
  body.innerHTML = people.map(row).join('') || '<tr><td colspan="8">Nobody matches.</td></tr>';
  document.getElementById('page').textContent = `Page ${page} of ${pages}, ${total} people`;
  document.getElementById('previous').disabled = page === 1;
  document.getElementById('next').disabled = page === pages;
  document.getElementById('all').checked = false;
  for (const head of document.querySelectorAll('[data-column]')) {
    const sorted = head.dataset.column === view.sort;
    head.setAttribute('aria-sort', sorted ? (view.down ? 'descending' : 'ascending') : 'none');
  }
  showSelection();
}

const selected = () =>
  [...body.querySelectorAll('input:checked')].map((box) => Number(box.closest('tr').dataset.id));

function showSelection() {
  const count = selected().length;
  document.getElementById('selected').textContent = `${count} selected`;
  for (const button of document.querySelectorAll('[data-together]')) button.disabled = count === 0;
}

function restart() {
  view.page = 1;
  return draw();
}

document.getElementById('words').addEventListener('input', restart);
document.getElementById('team').addEventListener('change', restart);
document.getElementById('status').addEventListener('change', restart);
document.getElementById('clear').addEventListener('click', () => {
  for (const id of ['words', 'team', 'status']) document.getElementById(id).value = '';
  restart();
});
document.getElementById('previous').addEventListener('click', () => turn(-1));
document.getElementById('next').addEventListener('click', () => turn(1));

function turn(step) {
  view.page += step;
  return draw();
}

for (const head of document.querySelectorAll('[data-column]')) {
  head.firstElementChild.addEventListener('click', () => {
    view.down = view.sort === head.dataset.column && !view.down;
    view.sort = head.dataset.column;
    restart();
  });
}

for (const button of document.querySelectorAll('[data-together]')) {
  button.addEventListener('click', async () => {
    const { message } = await send('POST', '/api/together', {
      ids: selected(),
      what: button.dataset.together,
    });
    toast(message);
    draw();
  });
}

document.getElementById('all').addEventListener('change', ({ target }) => {
  for (const box of body.querySelectorAll('input[type=checkbox]')) box.checked = target.checked;
  showSelection();
});

body.addEventListener('change', async ({ target }) => {
  if (target.type === 'checkbox') return showSelection();
  const { message } = await send('PATCH', `/api/people/${target.closest('tr').dataset.id}`, {
    role: target.value,
  });
  toast(message);
});

body.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-do]');
  if (!button) return;
  const person = view.people.find(({ id }) => id === Number(button.closest('tr').dataset.id));
  if (button.dataset.do === 'edit') return edit(person);
  if (button.dataset.do === 'menu') return openMenu(button, person);
  const status = person.status === 'suspended' ? 'active' : 'suspended';
  const { message } = await send('PATCH', `/api/people/${person.id}`, { status });
  toast(message);
  draw();
});

function edit(person) {
  view.editing = person ?? null;
  personForm.reset();
  showErrors({});
  document.getElementById('person-title').textContent = person ? `Edit ${person.name}` : 'Invite someone';
  for (const name of ['name', 'email', 'role', 'team'])
    personForm.elements[name].value = person?.[name] ?? '';
  personDialog.showModal();
}

function showErrors(errors) {
  for (const place of personForm.querySelectorAll('[data-error]')) {
    place.textContent = errors[place.dataset.error] ?? '';
    personForm.elements[place.dataset.error].setAttribute('aria-invalid', String(place.textContent !== ''));
  }
}

personForm.addEventListener('submit', async (event) => {
  event.preventDefault();
  const entered = Object.fromEntries(new FormData(personForm));
  const path = view.editing ? `/api/people/${view.editing.id}` : '/api/people';
  const answer = await send(view.editing ? 'PATCH' : 'POST', path, entered);
  if (!answer.ok) return showErrors(answer.errors);
  personDialog.close();
  toast(answer.message);
  draw();
});

document.getElementById('invite').addEventListener('click', () => edit());
for (const button of document.querySelectorAll('[data-cancel]'))
  button.addEventListener('click', () => button.closest('dialog').close());

function openMenu(button, person) {
  const { left, bottom } = button.getBoundingClientRect();
  menu.innerHTML =
    '<button role="menuitem" id="reset">Reset password</button><button role="menuitem" id="remove">Delete…</button>';
  menu.style.top = `${bottom + scrollY}px`;
  menu.style.left = `${left + scrollX - 110}px`;
  menu.hidden = false;
  button.setAttribute('aria-expanded', 'true');
  document.getElementById('reset').addEventListener('click', async () => {
    const { message } = await send('POST', `/api/people/${person.id}/reset`);
    toast(message);
  });
  document.getElementById('remove').addEventListener('click', () => askToDelete(person));
  menu.firstElementChild.focus({ preventScroll: true });
}

document.addEventListener('click', ({ target }) => {
  if (target.closest('[data-do=menu]') || menu.hidden) return;
  menu.hidden = true;
  for (const button of body.querySelectorAll('[aria-expanded=true]'))
    button.setAttribute('aria-expanded', 'false');
});

function askToDelete(person) {
  view.editing = person;
  deleteDialog.querySelector('form').reset();
  deleteDialog.querySelector('[role=alert]').textContent = '';
  document.getElementById('delete-text').textContent =
    `${person.name} loses access at once. This cannot be undone.`;
  deleteDialog.showModal();
}

deleteDialog.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const typed = document.getElementById('typed').value;
  const { ok, message, errors } = await send('DELETE', `/api/people/${view.editing.id}`, { typed });
  deleteDialog.querySelector('[role=alert]').textContent = ok ? '' : errors.confirm;
  if (!ok) return;
  deleteDialog.close();
  toast(message);
  draw();
});

draw();
