/** A shop of so many products with a search of its own, a cart and a checkout page: pages by path. */
export function shopPages(products: number): Record<string, string> {
  const names = Array.from({ length: products }, (_, i) =>
    i === 6 ? 'Wireless Headphones' : `Product ${i + 1}`,
  );
  const items = names.map(
    (name, i) => `<li><h3>${name}</h3><a href="/item?${i}">Details of ${name}</a> <span>$${10 + i}.99</span>
      <label>Quantity <select><option>1</option><option>2</option></select></label>
      <button onclick="add('${name}')">Add to Cart</button></li>`,
  );
  const frame = (
    title: string,
    main: string,
  ): string => `<!doctype html><link rel="icon" href="data:,"><title>${title}</title>
    <header><a href="/">Acme Store</a></header>
    <nav aria-label="Primary"><a href="/">Home</a> <a href="/cart">Cart</a> <a href="/help">Help</a></nav>
    <main>${main}</main><footer><a href="/terms">Terms</a></footer>
    <script>
      const cart = JSON.parse(sessionStorage.cart ?? '[]');
      const show = () => { for (const box of document.querySelectorAll('[role=status]')) box.textContent = cart.length + ' in the cart'; };
      function add(name) { cart.push(name); sessionStorage.cart = JSON.stringify(cart); show(); }
      for (const list of document.querySelectorAll('#cart')) list.textContent = cart.join(', ');
      show();
    </script>`;
  return {
    '/': frame(
      'Acme Store',
      `<h1>Products</h1><p role="status"></p><h2>Featured Products</h2><ul>${items.join('')}</ul>`,
    ),
    '/cart': frame(
      'Cart',
      `<h1>Your cart</h1><p role="status"></p><p>You buy: <b id="cart"></b></p>
       <form action="/done"><label>Name <input name="name" required></label> <button>Place order</button></form>`,
    ),
    '/done': frame('Thank you', '<h1>Order confirmed</h1><p>Order 1042 is on its way.</p>'),
  };
}
