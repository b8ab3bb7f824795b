import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../packages/sightline/src/render/estimateTokens.ts';

/** Every sample that docs/formats.md holds: what Sightline writes. */
const samples = [
  ...readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8').matchAll(
    /```\w+ view=(\w+) style=(\w+)[^\n]*\n([\s\S]*?)```/g,
  ),
];

test.each(samples.map(([, view, style, text]) => [view, style, text as string]))(
  '%s, %s: never low, at most 45 %% high',
  (_view, _style, text) => {
    const ratio = estimateTokens(text) / encode(text).length;
    expect(ratio).toBeGreaterThanOrEqual(1);
    expect(ratio).toBeLessThanOrEqual(1.45);
  },
);

test.each([
  'In den Warenkorb legen und zur Kasse gehen, Versandkostenfreie Lieferung ab 29 Euro',
  'Ajouter au panier, passer la commande, paramètres du compte, déconnexion',
  'Добавить в корзину и оформить заказ, настройки учётной записи',
  '加入购物车并结账,账户设置,退出登录',
  'أضف إلى السلة وأكمل الطلب، إعدادات الحساب',
  'kube-apiserver-7d9f8c6b5-x2x9q 10.244.0.17 sha256:9f86d081884c7d659a2feaa0c55ad015',
  'XMLHttpRequest getElementsByClassName REQUEST_TIMEOUT_MS',
  '🎉 Sale! 50% off — today only…',
])('foreign and odd text is not estimated low: %s', (text) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(encode(text).length);
});

test.each(samples.map(([, view, style, text]) => [view, style, text as string]))(
  '%s, %s, with words drawn backwards: not low',
  (_view, _style, text) => {
    const backwards = text.replace(/\w+/g, (word) => Array.from(word).reverse().join(''));
    expect(estimateTokens(backwards)).toBeGreaterThanOrEqual(encode(backwards).length);
  },
);
