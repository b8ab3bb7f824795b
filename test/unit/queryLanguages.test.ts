import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QueryIndex } from '../../packages/sightline/src/search/elements/QueryIndex.ts';
import { searchElements } from '../../packages/sightline/src/search/elements/searchElements.ts';
import { IconKeywords } from '../../packages/sightline/src/search/words/IconKeywords.ts';
import { SynonymIndex } from '../../packages/sightline/src/search/words/SynonymIndex.ts';
import { WordVectors } from '../../packages/sightline/src/search/words/WordVectors.ts';
import { el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const data = (name: string): URL => new URL(`../../packages/sightline/data/${name}`, import.meta.url);
const synonyms = new SynonymIndex();
const icons = IconKeywords.parse(readFileSync(data('icons.txt'), 'utf8'));
const vectors = WordVectors.parse(readFileSync(data('words.bin')));

/** Buttons of a shop, and for each what a person asks for it in another form of its words. */
const PAGES: Record<string, [button: string, question: string][]> = {
  Korean: [
    ['장바구니', '장바구니에'],
    ['구매하기', '구매를'],
    ['주문', '주문은'],
    ['배송지에서 변경', '배송지 변경'],
    ['쿠폰으로 결제', '쿠폰'],
    ['회원의 정보', '회원 정보'],
    ['집', '집으로'],
  ],
  Arabic: [
    ['أضف إلى السلة', 'سلة'],
    ['بحث', 'البحث'],
    ['المنتجات', 'منتج'],
    ['الطلبات', 'طلب'],
    ['والدفع', 'دفع'],
    ['حساب', 'بالحساب'],
    ['الرئيسية', 'رئيسي'],
  ],
  Hebrew: [
    ['הוסף לסל', 'סל'],
    ['חיפוש', 'החיפוש'],
    ['מוצרים', 'מוצר'],
    ['הזמנות', 'הזמנה'],
    ['לתשלום', 'תשלום'],
    ['חשבון', 'בחשבון'],
    ['ומשלוחים', 'משלוח'],
  ],
  Turkish: [
    ['Sepete ekle', 'sepet'],
    ['Ürünler', 'ürün'],
    ['Siparişlerim', 'sipariş'],
    ['Ödemeye geç', 'ödeme'],
    ['Hesabınız', 'hesap'],
    ['Adresler', 'adres'],
    ['Kitabı al', 'kitap'],
  ],
  Finnish: [
    ['Lisää ostoskoriin', 'ostoskori'],
    ['Tuotteet', 'tuote'],
    ['Tilaukset', 'tilaus'],
    ['Siirry kassalle', 'kassa'],
    ['Omat tiedot', 'tieto'],
    ['Kirjaudu sisään', 'kirjautua'],
    ['Talossa', 'talo'],
  ],
  emoji: [
    ['👍', '👍'],
    ['🚀', 'rocket'],
    ['🎉', 'party'],
    ['😀', 'grinning face'],
    ['🍕', 'pizza'],
    ['👋🏽', 'waving hand'],
    ['🇩🇪', 'Germany'],
  ],
};

test.each(Object.entries(PAGES))('%s words in another form are found', (_, shop) => {
  const scene = sceneOf(shop.map(([name]) => el('button', {}, name)));
  const index = new QueryIndex(scene.pageState, { synonyms, icons });
  const found = shop.map(([, text]) => searchElements(index, { text }, { vectors }).matches[0]?.node.name);
  expect(found).toEqual(shop.map(([name]) => name));
});
