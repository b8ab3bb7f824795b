// The parts of generated pages, each as HTML text, as applications write them today: wrappers, utility classes,
// inline SVG icons, ARIA where frameworks put it, closed menus.

import type { Random } from './Random.ts';
import type { Words } from './words.ts';

/** The seeded sources that every part uses. */
export interface Kit {
  random: Random;
  words: Words;
  nextId: () => number;
}

const icon = (): string =>
  '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2h12v12H2z"></path></svg>';

export function banner({ words }: Kit): string {
  return `<header class="top"><div class="bar">
<a class="brand" href="/">${icon()}<span>${words.title()}</span></a>
<form role="search" class="find" action="/search"><label class="sr" for="q">Search</label>
<input id="q" type="search" name="q" placeholder="Search orders, customers…"><button type="submit">${icon()}<span class="sr">Search</span></button></form>
<button type="button" aria-haspopup="menu" aria-expanded="false" class="round"><span class="badge">3</span>${icon()}<span class="sr">Alerts</span></button>
<div class="menu" hidden><a href="/profile">Profile</a><a href="/settings">Settings</a><a href="/logout">Log out</a></div>
</div></header>`;
}

/** A navigation whose groups open on a click; the first is open. */
export function sidebar({ random, words, nextId }: Kit, groups = 4): string {
  const group = (index: number): string => {
    const id = `group${nextId()}`;
    const links = random.many(
      random.between(3, 6),
      () => `<li><a class="item" href="/${words.noun()}">${icon()}<span>${words.title()}</span></a></li>`,
    );
    return `<li class="group"><button type="button" class="toggle" aria-expanded="${index === 0}" aria-controls="${id}"><span>${words.title()}</span></button>
<ul id="${id}"${index === 0 ? '' : ' hidden'}>${links}</ul></li>`;
  };
  return `<nav class="side" aria-label="Main"><ul>${random.many(groups, group)}</ul></nav>`;
}

export function cards({ random, words }: Kit, count = 8): string {
  const card = (): string => {
    const name = words.title();
    return `<article class="card"><div class="picture"><img alt="${name}" width="160" height="90" src="data:image/gif;base64,R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="></div>
<div class="body"><h3 class="name"><a href="/item/${words.code('p')}">${name}</a></h3><p class="note">${words.sentence()}</p>
<div class="row"><span class="price"><span class="unit">€</span>${words.price()}</span><span class="stars" role="img" aria-label="${random.between(1, 5)} of 5 stars">${icon()}</span><span class="count">(${random.between(1, 900)})</span></div>
<div class="row"><button type="button" class="primary">${icon()}<span>Add to cart</span></button><button type="button" aria-label="Save ${name}" class="round">${icon()}</button></div></div></article>`;
  };
  return `<section class="block"><div class="head"><h2>${words.title()}</h2><a href="/all">See all</a></div><div class="grid">${random.many(count, card)}</div></section>`;
}

export function table({ random, words, nextId }: Kit, rows = 10): string {
  const state = (): string => random.pick(['Paid', 'Open', 'Late', 'Shipped', 'Refunded']);
  const row = (): string => {
    const code = words.code('SO');
    return `<tr><td><label class="check"><input type="checkbox" aria-label="Select ${code}" name="s${nextId()}"><span></span></label></td><td><a href="/orders/${code}">${code}</a></td><td><div class="who"><span class="face" aria-hidden="true"></span><span>${words.person()}</span></div></td><td>${words.city()}</td><td>${words.date()}</td><td class="number">€${words.price()}</td><td><span class="pill"><span class="dot"></span>${state()}</span></td>
<td><div class="row"><button type="button" class="small">Edit</button><button type="button" class="small" aria-haspopup="menu">More</button></div></td></tr>`;
  };
  const columns = ['Order', 'Customer', 'City', 'Date', 'Total', 'Status'];
  const head = columns.map(
    (name) => `<th scope="col"><button type="button" class="sort">${name}</button></th>`,
  );
  return `<section class="block"><h2>${words.title()}</h2><div class="scroll"><table><thead><tr><th></th>${head.join('')}<th>Actions</th></tr></thead><tbody>${random.many(rows, row)}</tbody></table></div>
<nav aria-label="Pages" class="pages"><a href="?page=1" aria-current="page">1</a><a href="?page=2">2</a><a href="?page=3">3</a><a href="?page=2">Next</a></nav></section>`;
}

export function form({ random, words, nextId }: Kit, fields = 8): string {
  const options = (): string => random.many(random.between(3, 9), () => `<option>${words.title()}</option>`);
  const kinds = [
    (id: string) => `<input id="${id}" type="text" name="${id}" required>`,
    (id: string) => `<input id="${id}" type="email" name="${id}" value="${words.email()}">`,
    (id: string) =>
      `<input id="${id}" type="number" name="${id}" min="0" max="100" value="${random.between(0, 100)}">`,
    (id: string) => `<input id="${id}" type="date" name="${id}" value="${words.date()}">`,
    (id: string) => `<select id="${id}" name="${id}">${options()}</select>`,
    (id: string) =>
      `<textarea id="${id}" name="${id}" rows="2" placeholder="${words.sentence()}"></textarea>`,
    (id: string) => `<input id="${id}" type="range" name="${id}" min="1" max="10">`,
  ];
  const field = (): string => {
    const id = `f${nextId()}`;
    const help = random.chance(0.3) ? `<small class="help">${words.sentence()}</small>` : '';
    return `<div class="field"><label for="${id}">${words.title()}</label>${random.pick(kinds)(id)}${help}</div>`;
  };
  const choice = (): string =>
    `<label class="choice"><input type="checkbox" name="c${nextId()}"${random.chance(0.4) ? ' checked' : ''}><span>${words.action()}</span></label>`;
  return `<section class="block"><h2>${words.action()}</h2><form action="/save"><div class="columns">${random.many(fields, field)}</div><fieldset><legend>${words.title()}</legend>${random.many(3, choice)}</fieldset>
<div class="row"><button type="submit" class="primary">Save</button><button type="reset">Cancel</button></div></form></section>`;
}

/** Running text with links, emphasis and code in it. */
export function article({ random, words }: Kit, paragraphs = 5): string {
  const inline = (): string =>
    random.pick([
      () => `<a href="/guide/${words.noun()}">${words.thing()}</a>`,
      () => `<em>${words.noun()}</em>`,
      () => `<strong>${words.thing()}</strong>`,
      () => `<code>${words.verb()}_${words.noun()}()</code>`,
      () => `<a href="#${words.noun()}"><code>${words.noun()}</code></a>`,
    ])();
  const sentence = (): string => `${words.sentence().slice(0, -1)} ${inline()} ${words.clause()}. `;
  const paragraph = (): string => `<p>${random.many(random.between(2, 5), sentence)}</p>`;
  const list = (): string => `<ul>${random.many(random.between(3, 6), () => `<li>${sentence()}</li>`)}</ul>`;
  const sample = (): string =>
    `<pre><code>${words.verb()}(<span>'${words.noun()}'</span>, <span>${random.between(1, 99)}</span>)</code></pre>`;
  const body = random.many(paragraphs, () => paragraph() + random.pick([() => '', list, sample])());
  return `<article class="block text"><h2 id="${words.noun()}">${words.title()}</h2>${body}<h3>${words.title()}</h3>${paragraph()}</article>`;
}

/** A dense index: headings with lists of links. */
export function links({ random, words }: Kit, count = 40): string {
  const item = (): string => `<li><a href="/index/${words.noun()}">${words.title()}</a></li>`;
  return `<section class="block"><h2>${words.title()}</h2><ul class="index">${random.many(count, item)}</ul></section>`;
}

/** The small figures at the top of a dashboard. */
export function figures({ random, words }: Kit): string {
  const figure = (): string =>
    `<div class="card"><div class="body"><div class="label">${words.title()}</div><div class="value">${random.between(10, 9999)}</div><div class="trend">${icon()}<span>${random.between(1, 40)}% this week</span></div></div></div>`;
  return `<section class="block" aria-label="Key figures"><div class="grid">${random.many(4, figure)}</div></section>`;
}

export function footer({ random, words }: Kit): string {
  const column = (): string =>
    `<div><h3>${words.title()}</h3><ul>${random.many(5, () => `<li><a href="/${words.noun()}">${words.title()}</a></li>`)}</ul></div>`;
  return `<footer class="foot"><div class="columns">${random.many(4, column)}</div><p><small>© 2025 ${words.title()}</small></p></footer>`;
}
