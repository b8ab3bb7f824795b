import { flag, html } from '../kit/html.mjs';
import { card, dollars, frame } from './frame.mjs';

export function productPage(shop, product) {
  if (!product) return undefined;
  const main = html`<main class="wide">
    <nav aria-label="Breadcrumb" class="hint"><a href="/">Shop</a> / <a href="/?category=${product.category}">${product.category}</a> / ${product.name}</nav>
    <div class="product">
      <div class="gallery">
        <img id="large" src="/picture/${product.slug}" alt="${product.name}" width="360" height="250">
        <div class="bar">${['Front', 'Side', 'Box'].map((side) => html`<div class="thumb" data-side="${side}">${side}</div>`)}</div>
      </div>
      <section class="panel" aria-labelledby="name">
        <h1 id="name">${product.name}</h1>
        <p class="hint">${product.rating} of 5 (${product.reviews} reviews), item ${product.sku}</p>
        <p class="price">${dollars(product.price)}</p>
        <form id="buy" data-id="${product.id}">
          <div class="field"><label for="color">Color</label>
            <select id="color" name="color">${product.colors.map((color) => html`<option>${color}</option>`)}</select></div>
          ${product.sizes.length > 0 && sizes(product)}
          <div class="field"><label for="quantity">Quantity</label>
            <span class="bar"><button type="button" data-step="-1" aria-label="One less">−</button><input id="quantity" name="quantity" inputmode="numeric" value="1" size="3"><button type="button" data-step="1" aria-label="One more">+</button></span></div>
          <p class="error" role="alert"></p>
          <button class="primary"${flag('disabled', product.stock === 0)}>Add to cart</button>
          <button type="button" class="plain" data-wish="${product.id}" aria-pressed="${String(shop.state.wishlist.includes(product.name))}">Save to wishlist</button>
        </form>
      </section>
    </div>
    ${tabs(product)}
    ${related(shop, product)}
  </main>`;
  return frame(shop, { title: product.name, main });
}

const sizes = (product) => html`<fieldset><legend>Size</legend><div class="bar">
  ${product.sizes.map((size) => html`<label><input type="radio" name="size" value="${size}"> ${size}</label>`)}
</div></fieldset>`;

function tabs(product) {
  return html`<div class="panel tabs">
    <div role="tablist" aria-label="About this product">
      <button role="tab" id="tab-about" aria-controls="about" aria-selected="true">Description</button>
      <button role="tab" id="tab-specs" aria-controls="specs" aria-selected="false" tabindex="-1">Specifications</button>
      <button role="tab" id="tab-reviews" aria-controls="reviews" aria-selected="false" tabindex="-1">Reviews</button>
    </div>
    <div role="tabpanel" id="about" aria-labelledby="tab-about"><p>The ${product.name} is made to last. ${product.brand} gives it a repairable build, and we keep spare parts for ten years.</p></div>
    <div role="tabpanel" id="specs" aria-labelledby="tab-specs" hidden>
      <dl>${Object.entries(product.specs).map(([name, value]) => html`<dt>${name}</dt><dd>${name}: ${value}</dd>`)}</dl>
    </div>
    <div role="tabpanel" id="reviews" aria-labelledby="tab-reviews" hidden>${reviewForm(product)}</div>
  </div>`;
}

const reviewForm = (product) => html`<p>${product.reviews} people reviewed this product.</p>
  <form id="review" data-product="${product.name}" novalidate>
    <fieldset><legend>Your rating</legend><div class="bar">
      ${[1, 2, 3, 4, 5].map((stars) => html`<label><input type="radio" name="stars" value="${stars}"> ${stars} ${stars === 1 ? 'star' : 'stars'}</label>`)}
    </div></fieldset>
    <div class="field"><label for="review-title">Title</label><input id="review-title" name="title" size="40"></div>
    <div class="field"><label for="review-text">What did you like?</label><textarea id="review-text" name="text" rows="3" cols="60"></textarea></div>
    <p role="alert" class="error"></p><button>Publish review</button>
  </form>`;

function related(shop, product) {
  const others = shop.products.filter((one) => one !== product);
  const same = others.filter((one) => one.category === product.category);
  const rest = others.filter((one) => one.category !== product.category);
  const shown = [...same, ...rest].slice(0, shop.shown);
  return html`<section aria-labelledby="related"><h2 id="related">Others also looked at</h2>
    <ul class="grid">${shown.map((one) => card(shop, one))}</ul></section>`;
}

/** What the dialog of the catalogue shows. */
export function quickView(product) {
  return html`<h2>${product.name}</h2>
    <p>${product.rating} of 5, ${dollars(product.price)}</p>
    <ul>${Object.entries(product.specs).map(([name, value]) => html`<li>${name}: ${value}</li>`)}</ul>
    <div class="bar"><a class="button" href="/product/${product.slug}">All details</a><button data-close>Close</button></div>`;
}

/** A drawing in the place of a photograph. */
export function picture(product) {
  const hue = (product.id * 47) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 110"><rect width="160" height="110" fill="hsl(${hue} 35% 88%)"/>
<circle cx="80" cy="58" r="${24 + (product.id % 4) * 5}" fill="hsl(${hue} 40% 55%)"/><rect x="${30 + (product.id % 5) * 12}" y="34" width="40" height="46" rx="8" fill="hsl(${(hue + 40) % 360} 45% 40%)"/></svg>`;
}
