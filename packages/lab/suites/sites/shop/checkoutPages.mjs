import { flag, html } from '../kit/html.mjs';
import { card, dollars, frame } from './frame.mjs';
import { shippingWays } from './Shop.mjs';

export function cartPage(shop, notice) {
  const { cart } = shop.state;
  const main = html`<main class="wide"><h1>Your cart</h1>
    ${notice && html`<p class="notice${notice.bad ? ' bad' : ''}" role="status">${notice.text}</p>`}
    ${cart.length === 0 ? html`<p>Your cart is empty. <a href="/">Go on shopping</a></p>` : cartTable(shop)}
    <section aria-labelledby="more"><h2 id="more">Goes well with it</h2><ul class="grid">${shop.products.slice(-shop.shown).map((one) => card(shop, one))}</ul></section>
  </main>`;
  return frame(shop, { title: 'Your cart', main });
}

function cartTable(shop) {
  const { goods, discount } = shop.totals();
  return html`<table><thead><tr><th>Product</th><th>Options</th><th>Price</th><th>Quantity</th><th></th></tr></thead>
    <tbody>${shop.state.cart.map(cartRow)}</tbody></table>
    <div class="sum panel">
      <p>Goods: <b>${dollars(goods)}</b>${discount > 0 && html`<br>Discount (${shop.state.coupon}): −${dollars(discount)}`}</p>
      <form class="bar" method="post" action="/cart/coupon"><label for="coupon">Coupon code</label><input id="coupon" name="coupon" size="12"><button>Apply</button></form>
      <p><a class="button primary" href="/checkout">Go to checkout</a></p>
    </div>`;
}

const cartRow = (line, at) => html`<tr>
  <th scope="row">${line.name}</th><td>${[line.color, line.size].filter(Boolean).join(', ')}</td><td>${dollars(line.price)}</td>
  <td><input aria-label="Quantity of ${line.name}" data-line="${at}" value="${line.quantity}" inputmode="numeric" size="3"></td>
  <td><button data-update="${at}">Update</button> <button class="plain" data-remove="${at}">Remove</button></td></tr>`;

const fields = [
  { name: 'name', label: 'Full name', autocomplete: 'name' },
  { name: 'email', label: 'Email address', autocomplete: 'email' },
  { name: 'street', label: 'Street and number', autocomplete: 'street-address' },
  { name: 'postcode', label: 'Postcode', autocomplete: 'postal-code' },
  { name: 'city', label: 'City', autocomplete: 'address-level2' },
];
const countries = [
  'Austria',
  'Belgium',
  'Canada',
  'Denmark',
  'France',
  'Germany',
  'Ireland',
  'Netherlands',
  'Portugal',
  'Sweden',
  'United States',
];

/** `entered` and `errors`: by field name. */
export function checkoutPage(shop, entered, errors) {
  const main = html`<main class="wide"><h1>Checkout</h1>
    ${Object.keys(errors).length > 0 && summary(errors)}
    <form method="post" action="/checkout" id="checkout" novalidate>
      <h2>Where to</h2>
      ${fields.map((field) => textField(field, entered, errors))}
      <div class="field"><label for="country">Country</label>
        <select id="country" name="country"${invalid(errors.country)}><option value="">Choose a country</option>${countries.map((one) => html`<option${flag('selected', entered.country === one)}>${one}</option>`)}</select>${message(errors.country)}</div>
      <fieldset><legend>Delivery</legend>${message(errors.shipping)}
        ${Object.entries(shippingWays).map(([value, { label, price }]) => radio('shipping', value, `${label}, ${dollars(price)}`, entered))}
      </fieldset>
      <fieldset><legend>Payment</legend>${message(errors.payment)}
        ${radio('payment', 'card', 'Credit card', entered)}${radio('payment', 'invoice', 'Invoice', entered)}
        <div id="card-fields"${flag('hidden', entered.payment !== 'card')}>
          ${textField({ name: 'card', label: 'Card number', autocomplete: 'cc-number' }, entered, errors)}
          ${textField({ name: 'expiry', label: 'Expires (MM/YY)', autocomplete: 'cc-exp' }, entered, errors)}
        </div>
      </fieldset>
      <div class="field"><label><input type="checkbox" name="gift" value="yes"${flag('checked', entered.gift)}> This is a gift: leave out the prices</label></div>
      <div class="field"><label for="note">Note to the driver</label><textarea id="note" name="note" rows="2" cols="50">${entered.note ?? ''}</textarea></div>
      <div class="field"><label><input type="checkbox" name="terms" value="yes"${flag('checked', entered.terms)}${invalid(errors.terms)}> I accept the terms of sale</label>${message(errors.terms)}</div>
      <p>Goods: ${dollars(shop.totals().goods)}, delivery is added.</p>
      <button class="primary">Place order</button>
    </form>
    <section aria-labelledby="last"><h2 id="last">Add before you order</h2><ul class="grid">${shop.products.slice(-shop.shown).map((one) => card(shop, one))}</ul></section>
  </main>`;
  return frame(shop, { title: 'Checkout', main });
}

const summary = (errors) => html`<div class="notice bad" role="alert"><b>Please check what you entered</b>
  <ul>${Object.entries(errors).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}</ul></div>`;

const textField = ({ name, label, autocomplete }, entered, errors) => html`<div class="field">
  <label for="${name}">${label}</label>
  <input id="${name}" name="${name}" value="${entered[name] ?? ''}" autocomplete="${autocomplete}" size="36"${invalid(errors[name])}>${message(errors[name])}</div>`;

const radio = (name, value, label, entered) =>
  html`<label class="line"><input type="radio" name="${name}" value="${value}"${flag('checked', entered[name] === value)}> ${label}</label>`;

const invalid = (error) => flag('aria-invalid="true"', error);
const message = (error) => error && html`<div class="error">${error}</div>`;

export function orderPage(shop, number) {
  const order = shop.state.orders.find((one) => one.number === number);
  if (!order) return undefined;
  const main = html`<main class="wide"><h1>Thank you, ${order.name}</h1>
    <p class="notice">Order ${order.number} is placed. We write to ${order.email} when it leaves.</p>
    <ul>${order.items.map((line) => html`<li>${line.quantity} × ${line.name}</li>`)}</ul>
    <p>Total: <b>${dollars(order.total)}</b></p></main>`;
  return frame(shop, { title: 'Order placed', main });
}

export function savedPage(shop) {
  const saved = shop.products.filter((one) => shop.state.wishlist.includes(one.name));
  const main = html`<main class="wide"><h1>Wishlist</h1>
    ${saved.length === 0 ? html`<p>Nothing is saved yet.</p>` : html`<ul class="grid">${saved.map((one) => card(shop, one))}</ul>`}</main>`;
  return frame(shop, { title: 'Wishlist', main });
}

const topics = {
  returns: [
    'Returns',
    'You can return anything unused within 30 days after delivery. Items from the outlet can be returned within 14 days. Garden furniture is picked up at your door; tell us a day by email.',
  ],
  shipping: [
    'Shipping',
    'Standard parcels take 3 to 5 working days. Express parcels ordered before 2 pm arrive on the next working day.',
  ],
  warranty: [
    'Warranty',
    'Every product has the warranty of its maker, at least 2 years. Batteries are covered for 12 months.',
  ],
  stores: [
    'Stores',
    'The store in Alder Street is open Monday to Saturday, 9 am to 7 pm. The store at the Old Pier closes on Wednesdays.',
  ],
};

export function helpPage(shop, topic) {
  if (!topics[topic]) return undefined;
  const [title, text] = topics[topic];
  const main = html`<main class="wide"><h1>${title}</h1>${text.split('. ').map((line) => html`<p>${line.replace(/\.?$/, '.')}</p>`)}
    <section aria-labelledby="shop-on"><h2 id="shop-on">New in the shop</h2><ul class="grid">${shop.products.slice(0, shop.shown).map((one) => card(shop, one))}</ul></section></main>`;
  return frame(shop, { title, main });
}
