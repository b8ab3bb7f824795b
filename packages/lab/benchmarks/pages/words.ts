import type { Random } from './Random.ts';

// What the generated pages talk about: plain words of the kind that shops, offices and manuals use.

const split = (text: string): string[] => text.trim().split(/\s+/);

const nouns = split(`account address agreement amount answer archive article balance batch branch budget
  calendar campaign capacity carrier catalogue category certificate channel charge client colour comment
  company contact contract course customer deadline delivery department deposit device discount document
  draft estimate event export feature filter folder guide history holiday invoice issue journal label
  ledger letter licence limit location machine manager market material member message meeting model notice
  offer office operator option order package parcel partner payment pension permit plan policy position
  price printer process product profile project provider purchase quality quarter question receipt record
  refund region report request reserve resource result return review rule sample schedule season section
  service setting shipment signal source staff statement station stock storage street subject supplier
  support survey system target task team template term ticket token tool topic tour trade transfer travel
  unit update user value vendor version visit voucher warehouse warranty week window worker workshop year`);

const adjectives = split(`active annual available basic blue busy central cheap clean clear common compact
  correct current daily deep digital direct double early easy empty exact external fair fast final fixed
  flat free fresh full general gentle global green heavy hidden high internal joint large late light local
  long main manual minor mobile modern monthly narrow new northern open partial past plain private public
  quick quiet rapid rare ready recent red regular remote rough safe secure shared short silent simple single
  small smart soft solid southern special spare standard steady strong sudden third tidy urgent valid warm
  weekly white wide wooden yearly young`);

const verbs = split(`accept add adjust allow approve archive arrange assign attach avoid block book bring
  build cancel carry change charge check choose clear close collect compare complete confirm copy count
  cover create deliver describe divide edit enter expect explain export extend fill finish follow gather
  grant handle hold improve include inform invite join keep label leave limit list load lower maintain
  mark match measure merge move notify offer open order pack pause pay pick plan place prepare present
  print process protect provide publish raise read receive record reduce refuse remove rename renew repair
  replace reply report reserve reset restore return review save schedule select send separate serve share
  ship show sign sort split start stop store submit supply support take test trace track transfer update
  use verify visit warn watch write`);

const firstNames =
  split(`Ada Amir Anna Arjun Beatriz Bruno Chen Clara Diego Elena Emil Fatima Felix Grace Hana
  Hugo Ines Ivan Jonas Kofi Lara Leila Marco Maya Mina Nadia Noah Olga Omar Pia Priya Rosa Ruth Sami Sofia
  Tariq Theo Uma Vera Yuki`);

const lastNames = split(`Abe Andersson Becker Bianchi Castro Costa Dubois Eriksen Fischer Garcia Haddad Ito
  Jansen Kowalski Kumar Larsen Lopez Mensah Moreau Nguyen Novak Okafor Patel Petrov Rossi Sato Schmidt Silva
  Tanaka Torres Varga Weber Yilmaz Zhang`);

const cities = split(`Accra Athens Bergen Bogota Boston Cairo Dublin Geneva Hanoi Helsinki Kyoto Lagos Lima
  Lisbon Lyon Madrid Milan Mumbai Nairobi Osaka Oslo Porto Prague Quito Riga Seoul Sofia Tallinn Vienna Warsaw`);

const linkWords = split('the a this each every our their');
const connectives = split('before after when while until because unless so');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Sentences and names, by one seeded source. */
export class Words {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  noun = (): string => this.#random.pick(nouns);
  verb = (): string => this.#random.pick(verbs);
  city = (): string => this.#random.pick(cities);
  person = (): string => `${this.#random.pick(firstNames)} ${this.#random.pick(lastNames)}`;
  thing = (): string => `${this.#random.pick(adjectives)} ${this.noun()}`;
  title = (): string => capital(this.#random.chance(0.5) ? this.thing() : `${this.thing()} ${this.noun()}`);
  action = (): string => capital(`${this.verb()} ${this.noun()}`);
  clause = (): string => `${this.#random.pick(linkWords)} ${this.thing()} ${this.verb()}s ${this.thing()}`;
  price = (): string =>
    `${this.#random.between(2, 940)}.${this.#random.pick(['00', '50', '90', '95', '99'])}`;
  code = (prefix: string): string => `${prefix}-${this.#random.between(1000, 99999)}`;
  email = (): string => `${this.person().toLowerCase().replace(' ', '.')}@example.com`;

  date = (): string => {
    const part = (low: number, high: number): string =>
      String(this.#random.between(low, high)).padStart(2, '0');
    return `2025-${part(1, 12)}-${part(1, 28)}`;
  };

  sentence = (): string => {
    const end = this.#random.chance(0.6) ? ` ${this.#random.pick(connectives)} ${this.clause()}` : '';
    return `${capital(this.clause())}${end}.`;
  };
}
