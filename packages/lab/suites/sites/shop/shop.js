const { send, toast } = window.toolkit;
const quick = document.getElementById('quick');

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button, .thumb');
  if (!button) return;
  const { add, wish, quick: slug, step, update, remove, side, close } = button.dataset;
  if (add) addToCart({ id: Number(add) }, 'Added to the cart');
  if (wish) await save(Number(wish));
  if (slug) openQuickView(slug);
  if (step) stepQuantity(Number(step));
  if (update) changeLine(Number(update), Number(document.querySelector(`[data-line="${update}"]`).value));
  if (remove) changeLine(Number(remove), 0);
  if (side) document.getElementById('large').style.objectPosition = side;
  if (close !== undefined) quick.close();
});

document.addEventListener('change', async ({ target }) => {
  if (target.dataset.compare) await send('POST', '/api/compare', { id: Number(target.dataset.compare) });
  if (target.form?.id === 'filters') renewListing(target.form);
  if (target.name === 'payment') document.getElementById('card-fields').hidden = target.value !== 'card';
});

async function addToCart(what, told) {
  const { ok, count, message } = await send('POST', '/api/cart', what);
  if (ok) document.getElementById('count').textContent = count;
  toast(ok ? told : message);
  return { ok, message };
}

async function save(id) {
  const { on, count } = await send('POST', '/api/wishlist', { id });
  for (const one of document.querySelectorAll(`[data-wish="${id}"]`))
    one.setAttribute('aria-pressed', String(on));
  document.getElementById('wishes').textContent = count || '';
  toast(on ? 'Saved to your wishlist' : 'Taken off your wishlist');
}

async function openQuickView(slug) {
  quick.innerHTML = await (await fetch(`/quick/${slug}`)).text();
  quick.showModal();
}

function stepQuantity(step) {
  const field = document.getElementById('quantity');
  field.value = Math.max(1, Number(field.value) + step);
}

async function changeLine(at, quantity) {
  const { ok, message } = await send('PATCH', '/api/cart', { at, quantity });
  if (ok) location.reload();
  else toast(message);
}

async function renewListing(form) {
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  document.getElementById('listing').innerHTML = await (await fetch(`/listing?${query}`)).text();
  history.replaceState(null, '', `/?${query}`);
}

document.getElementById('buy')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const entered = Object.fromEntries(new FormData(form));
  const quantity = Number(entered.quantity);
  const { ok, message } = await addToCart(
    { ...entered, id: Number(form.dataset.id), quantity },
    'Added to the cart',
  );
  form.querySelector('[role=alert]').textContent = ok ? '' : message;
});

document.getElementById('review')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const { stars, title, text } = Object.fromEntries(new FormData(form));
  const { ok, message } = await send('POST', '/api/review', {
    product: form.dataset.product,
    stars: Number(stars ?? 0),
    title,
    text,
  });
  if (ok) form.outerHTML = `<p class="notice" role="status">${message}</p>`;
  else form.querySelector('[role=alert]').textContent = message;
});

document.getElementById('newsletter').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { message } = await send('POST', '/api/newsletter', { email: event.target.email.value });
  event.target.querySelector('[role=status]').textContent = message;
});
