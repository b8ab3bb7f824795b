import { flag, html } from '../kit/html.mjs';
import { card, frame } from './frame.mjs';

const sorts = {
  featured: 'Featured',
  'price-up': 'Price: low to high',
  'price-down': 'Price: high to low',
  rating: 'Best rated',
  name: 'Name',
};
const bands = { '': 'Any price', 'under-50': 'Under $50', '50-150': '$50 to $150', 'over-150': 'Over $150' };

export function listPage(shop, found) {
  const { wanted } = found;
  const title = wanted.q ? `Results for "${wanted.q}"` : wanted.category || 'All products';
  const main = html`<div class="columns">
    <aside aria-label="Filters">
      <form id="filters" action="/">
        <input type="hidden" name="q" value="${wanted.q}"><input type="hidden" name="category" value="${wanted.category}">
        <fieldset><legend>Brand</legend>
          ${shop.brands.map((brand) => html`<label><input type="checkbox" name="brand" value="${brand}"${flag('checked', wanted.brand.includes(brand))}> ${brand}</label>`)}
        </fieldset>
        <fieldset><legend>Price</legend>
          ${Object.entries(bands).map(([value, label]) => html`<label><input type="radio" name="price" value="${value}"${flag('checked', wanted.price === value)}> ${label}</label>`)}
        </fieldset>
        <fieldset><legend>Availability</legend>
          <label><input type="checkbox" name="stock" value="in"${flag('checked', wanted.stock)}> In stock only</label>
        </fieldset>
        <label>Sort by <select name="sort">
          ${Object.entries(sorts).map(([value, label]) => html`<option value="${value}"${flag('selected', wanted.sort === value)}>${label}</option>`)}
        </select></label>
      </form>
    </aside>
    <main>
      <h1>${title}</h1>
      <div id="listing">${listing(shop, found)}</div>
    </main>
  </div>`;
  return frame(shop, { title, main, q: wanted.q });
}

/** The part of the catalogue that a filter renews. */
export function listing(shop, { wanted, total, products }) {
  if (total === 0) return html`<p>No products match. Try other words or fewer filters.</p>`;
  const pages = Math.ceil(total / shop.shown);
  return html`<p class="hint" role="status">${total} products, page ${wanted.page} of ${pages}</p>
    <ul class="grid">${products.map((product) => card(shop, product))}</ul>
    ${pages > 1 && pager(wanted, pages)}`;
}

function pager(wanted, pages) {
  const links = Array.from({ length: Math.min(pages, 5) }, (_, at) => at + 1).map((page) =>
    page === wanted.page
      ? html`<b aria-current="page">${page}</b>`
      : html`<a href="${addressOf(wanted, page)}" aria-label="Page ${page}">${page}</a>`,
  );
  return html`<nav aria-label="Pages" class="bar pager">${links}</nav>`;
}

function addressOf({ q, category, brand, price, stock, sort }, page) {
  const given = [
    ['q', q],
    ['category', category],
    ['price', price],
    ['stock', stock && 'in'],
    ['sort', sort],
    ['page', page],
  ];
  const query = new URLSearchParams(
    given.filter(([, value]) => value).map(([name, value]) => [name, String(value)]),
  );
  for (const one of brand) query.append('brand', one);
  return `/?${query}`;
}
