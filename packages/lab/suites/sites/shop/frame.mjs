import { html } from '../kit/html.mjs';
import { categoryNames } from './products.mjs';

/** The page around `main`. */
export function frame(shop, { title, main, q = '' }) {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>${title} · Harbor &amp; Pine</title>
      <link rel="icon" href="data:,"><link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/shop.css">
    </head>
    <body>
      <header class="top">
        <div class="bar">
          <a class="logo" href="/">Harbor &amp; Pine</a>
          <form class="search" action="/" role="search">
            <input type="search" name="q" value="${q}" placeholder="Search products" aria-label="Search products">
            <button title="Search"><svg width="16" height="16" viewBox="0 0 16 16"><circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M11 11l4 4" stroke="currentColor" stroke-width="2"/></svg></button>
          </form>
          <a href="/saved">Wishlist <span id="wishes">${shop.state.wishlist.length || ''}</span></a>
          <a class="button" href="/cart">Cart (<span id="count">${shop.count()}</span>)</a>
        </div>
        <nav aria-label="Categories" class="bar">
          ${categoryNames.map((name) => html`<a href="/?category=${name}">${name}</a>`)}
        </nav>
      </header>
      ${main}
      <footer>
        <form id="newsletter" class="bar" novalidate>
          <label for="news-email">Letters once a month</label>
          <input id="news-email" type="email" name="email" placeholder="you@example.com" autocomplete="off">
          <button>Subscribe</button><span role="status"></span>
        </form>
        <nav aria-label="Help" class="bar">
          <a href="/help/returns">Returns</a><a href="/help/shipping">Shipping</a><a href="/help/warranty">Warranty</a><a href="/help/stores">Stores</a>
        </nav>
      </footer>
      <dialog id="quick" aria-label="Quick view"></dialog>
      <script src="/toolkit.js"></script><script src="/shop.js"></script>
    </body>
  </html>`;
}

export const dollars = (amount) => `$${amount.toFixed(2)}`;

/** A product as the catalogue shows it. */
export function card(shop, product) {
  const saved = shop.state.wishlist.includes(product.name);
  return html`<li class="card" data-id="${product.id}">
    <a href="/product/${product.slug}" tabindex="-1"><img src="/picture/${product.slug}" alt="${product.name}" width="160" height="110"></a>
    <h3><a href="/product/${product.slug}">${product.name}</a></h3>
    <p class="hint">${product.rating} of 5 (${product.reviews})</p>
    <p class="price">${dollars(product.price)} ${product.stock === 0 && html`<em>Sold out</em>`}</p>
    <div class="bar tight">
      ${buyButton(product)}
      <button class="plain" data-quick="${product.slug}">Quick view</button>
      <button class="plain heart" data-wish="${product.id}" title="Save for later" aria-pressed="${String(saved)}"><svg width="18" height="18" viewBox="0 0 18 18"><path d="M9 16L2 9a4 4 0 0 1 7-5 4 4 0 0 1 7 5z" fill="none" stroke="currentColor" stroke-width="1.6"/></svg></button>
    </div>
    <label class="hint"><input type="checkbox" data-compare="${product.id}"${shop.state.compare.includes(product.name) ? html` checked` : ''}> Compare</label>
  </li>`;
}

function buyButton(product) {
  if (product.stock === 0) return html`<button disabled>Add to cart</button>`;
  if (product.sizes.length > 0)
    return html`<a class="button" href="/product/${product.slug}">Choose a size</a>`;
  return html`<button class="primary" data-add="${product.id}">Add to cart</button>`;
}
