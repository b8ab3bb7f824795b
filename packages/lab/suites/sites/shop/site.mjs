import { assets } from '../kit/assets.mjs';
import { createHandler } from '../kit/createHandler.mjs';
import { cartPage, checkoutPage, helpPage, orderPage, savedPage } from './checkoutPages.mjs';
import { listing, listPage } from './listPage.mjs';
import { picture, productPage, quickView } from './productPage.mjs';
import { makeProducts } from './products.mjs';
import { Shop } from './Shop.mjs';

/** A shop with a catalogue to search and filter, product pages, a wishlist, a cart and a checkout. */
export function createSite({ size = 60 } = {}) {
  const shown = Math.max(4, Math.ceil((size - 30) / 5.8));
  const shop = new Shop(makeProducts(Math.max(120, shown * 3)), { shown, wide: size > 100 });
  const handle = createHandler({
    'GET /': ({ query }) => listPage(shop, shop.list(query)),
    'GET /listing': ({ query }) => ({ html: listing(shop, shop.list(query)) }),
    'GET /product/:slug': ({ params }) => productPage(shop, shop.bySlug(params.slug)),
    'GET /quick/:slug': ({ params }) => ({ html: quickView(shop.bySlug(params.slug)) }),
    'GET /picture/:slug': ({ params }) => ({
      type: 'image/svg+xml',
      text: picture(shop.bySlug(params.slug)),
    }),
    'GET /cart': () => cartPage(shop),
    'POST /cart/coupon': ({ body }) => cartPage(shop, shop.useCoupon(body.get('coupon') ?? '')),
    'GET /checkout': () => checkoutPage(shop, {}, {}),
    'POST /checkout': ({ body }) => {
      const { order, entered, errors } = shop.order(body);
      return order ? { redirect: `/order/${order.number}` } : checkoutPage(shop, entered, errors);
    },
    'GET /order/:number': ({ params }) => orderPage(shop, Number(params.number)),
    'GET /saved': () => savedPage(shop),
    'GET /help/:topic': ({ params }) => helpPage(shop, params.topic),
    'POST /api/cart': ({ body }) => shop.add(body),
    'PATCH /api/cart': ({ body }) => shop.change(body),
    'POST /api/wishlist': ({ body }) => shop.toggle('wishlist', body.id),
    'POST /api/compare': ({ body }) => shop.toggle('compare', body.id),
    'POST /api/newsletter': ({ body }) => shop.subscribe(body.email),
    'POST /api/review': ({ body }) => shop.review(body),
    ...assets(import.meta.url, 'shop.js', 'shop.css'),
  });
  return { handle, state: () => shop.state };
}
