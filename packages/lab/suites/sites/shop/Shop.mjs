const coupons = { SPRING15: 0.15, WELCOME5: 0.05 };
export const shippingWays = {
  standard: { label: 'Standard (3 to 5 days)', price: 5 },
  express: { label: 'Express (next working day)', price: 15 },
  pickup: { label: 'Pick up in the store', price: 0 },
};
const orders = {
  featured: () => 0,
  'price-up': (a, b) => a.price - b.price,
  'price-down': (a, b) => b.price - a.price,
  rating: (a, b) => b.rating - a.rating,
  name: (a, b) => (a.name < b.name ? -1 : 1),
};
const priceBands = { 'under-50': [0, 49], '50-150': [50, 150], 'over-150': [151, Infinity] };

/** The shop's rules and its only visitor's state. Answers of the `api` routes are `{ status, json }`. */
export class Shop {
  state = { cart: [], coupon: null, wishlist: [], compare: [], orders: [], newsletter: [], reviews: [] };

  /** `shown`: products on a page of the catalogue; `wide`: whether all brands are offered as filters. */
  constructor(products, { shown, wide }) {
    this.products = products;
    this.shown = shown;
    const brands = [...new Set(products.map((one) => one.brand))].sort();
    this.brands = wide ? brands : brands.slice(0, 5);
  }

  bySlug(slug) {
    return this.products.find((one) => one.slug === slug);
  }

  /** The products that `query` (search parameters of the catalogue) asks for, a page of them. */
  list(query) {
    const wanted = {
      q: query.get('q')?.trim() ?? '',
      category: query.get('category') ?? '',
      brand: query.getAll('brand'),
      price: query.get('price') ?? '',
      stock: query.get('stock') === 'in',
      sort: query.get('sort') ?? 'featured',
      page: Number(query.get('page') ?? 1),
    };
    const found = this.products
      .filter((one) => fits(one, wanted))
      .sort(orders[wanted.sort] ?? orders.featured);
    const first = (wanted.page - 1) * this.shown;
    return { wanted, total: found.length, products: found.slice(first, first + this.shown) };
  }

  add({ id, quantity = 1, color, size }) {
    const product = this.products.find((one) => one.id === id);
    if (!product || product.stock === 0) return refuse('This product is not available.');
    if (product.sizes.length > 0 && !product.sizes.includes(size)) return refuse('Choose a size first.');
    const line = {
      name: product.name,
      color: color ?? product.colors[0],
      size: size ?? null,
      price: product.price,
    };
    const same = this.state.cart.find(
      (one) => one.name === line.name && one.color === line.color && one.size === line.size,
    );
    if (same) same.quantity += quantity;
    else this.state.cart.push({ ...line, quantity });
    return this.#cartAnswer();
  }

  /** Sets the quantity of the line at `at`; 0 takes it out. */
  change({ at, quantity }) {
    if (!this.state.cart[at] || !(quantity >= 0)) return refuse('Enter a whole number.');
    if (quantity === 0) this.state.cart.splice(at, 1);
    else this.state.cart[at].quantity = quantity;
    return this.#cartAnswer();
  }

  #cartAnswer() {
    return { json: { count: this.count(), total: this.totals().total } };
  }

  count() {
    return this.state.cart.reduce((sum, line) => sum + line.quantity, 0);
  }

  /** In dollars. */
  totals(shipping = 'standard') {
    const goods = this.state.cart.reduce((sum, line) => sum + line.quantity * line.price, 0);
    const discount = Math.round(goods * (coupons[this.state.coupon] ?? 0) * 100) / 100;
    return {
      goods,
      discount,
      shipping: shippingWays[shipping].price,
      total: goods - discount + shippingWays[shipping].price,
    };
  }

  /** What to tell of it. */
  useCoupon(text) {
    const code = text.trim().toUpperCase();
    if (!(code in coupons)) return { bad: true, text: `The code "${text}" is not valid.` };
    this.state.coupon = code;
    return { text: `The code ${code} is applied.` };
  }

  toggle(list, id) {
    const product = this.products.find((one) => one.id === id);
    if (!product) return refuse('No such product.');
    const on = !this.state[list].includes(product.name);
    this.state[list] = on
      ? [...this.state[list], product.name]
      : this.state[list].filter((name) => name !== product.name);
    return { json: { on, count: this.state[list].length } };
  }

  subscribe(email) {
    if (!/^\S+@\S+\.\S+$/.test(email)) return refuse('Enter a valid email address.');
    this.state.newsletter.push(email);
    return { json: { message: `Thank you! We write to ${email} once a month.` } };
  }

  review({ product, stars, title, text }) {
    if (!(stars >= 1 && stars <= 5)) return refuse('Choose a number of stars.');
    if (!title.trim()) return refuse('Enter a title.');
    this.state.reviews.push({ product, stars, title, text });
    return { json: { message: 'Your review is published.' } };
  }

  /** Takes the checkout's form: `{ order }`, or what was entered and what is wrong with it, by field. */
  order(form) {
    const entered = Object.fromEntries([...form].map(([name, value]) => [name, value.trim()]));
    const errors = findErrors(entered);
    if (this.state.cart.length === 0) errors.cart = 'Your cart is empty.';
    if (Object.keys(errors).length > 0) return { entered, errors };
    const { card, terms, ...rest } = entered;
    const order = {
      number: 4701 + this.state.orders.length,
      items: this.state.cart,
      coupon: this.state.coupon,
      ...rest,
      gift: entered.gift === 'yes',
      cardEndsWith: entered.payment === 'card' ? card.slice(-4) : null,
      total: this.totals(entered.shipping).total,
    };
    this.state.orders.push(order);
    this.state.cart = [];
    this.state.coupon = null;
    return { order };
  }
}

const refuse = (message) => ({ status: 422, json: { message } });

function fits(product, { q, category, brand, price, stock }) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const [low, high] = priceBands[price] ?? [0, Infinity];
  const text = `${product.name} ${product.category}`.toLowerCase();
  return (
    words.every((word) => text.includes(word)) &&
    (!category || product.category === category) &&
    (brand.length === 0 || brand.includes(product.brand)) &&
    product.price >= low &&
    product.price <= high &&
    (!stock || product.stock > 0)
  );
}

function findErrors(entered) {
  const rules = {
    name: [/\S+ \S+/, 'Enter your first and last name.'],
    email: [/^\S+@\S+\.\S+$/, 'Enter a valid email address.'],
    street: [/\S/, 'Enter the street and number.'],
    postcode: [/^\d{5}$/, 'Enter a postcode of five digits.'],
    city: [/\S/, 'Enter the city.'],
    country: [/\S/, 'Choose a country.'],
    shipping: [/^(standard|express|pickup)$/, 'Choose how we deliver.'],
    payment: [/^(card|invoice)$/, 'Choose how you pay.'],
    terms: [/^yes$/, 'Accept the terms to place the order.'],
  };
  if (entered.payment === 'card') {
    rules.card = [/^(\d ?){16}$/, 'Enter the 16 digits of the card.'];
    rules.expiry = [/^(0[1-9]|1[0-2])\/\d\d$/, 'Enter the expiry date as MM/YY.'];
  }
  const wrong = Object.entries(rules).filter(([field, [pattern]]) => !pattern.test(entered[field] ?? ''));
  return Object.fromEntries(wrong.map(([field, [, message]]) => [field, message]));
}
