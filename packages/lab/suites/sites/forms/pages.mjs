import { flag, html } from '../kit/html.mjs';
import { months } from '../kit/months.mjs';
import { Fields } from './fields.mjs';
import { branches, bulkyItems, forms, grades, questions, times, topics, zones } from './services.mjs';

export function frame(services, { title, main }) {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Marlow</title>
      <link rel="icon" href="data:,"><link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/forms.css">
    </head>
    <body>
      <header class="top bar"><a href="/" class="logo">City of Marlow</a>
        <nav aria-label="Main" class="bar">${forms.map(([path, name]) => html`<a href="${path}">${name}</a>`)}</nav></header>
      <div class="columns">
        <main>${main}</main>
        <nav aria-label="All services" class="services"><h2>All services</h2>
          <input id="narrow" title="Narrow the list" placeholder="Narrow the list" autocomplete="off">
          <ul>${services.map(({ name, slug }) => html`<li><a href="/service/${slug}">${name}</a></li>`)}</ul></nav>
      </div>
      <script src="/toolkit.js"></script><script src="/forms.js"></script>
    </body>
  </html>`;
}

export const homePage = (services) =>
  frame(services, {
    title: 'Services',
    main: html`<h1>Services of the city</h1><p>Choose a service above or on the right. Most of them take five minutes.</p>
      <h2>News</h2><p>From 1 June 2026 on, parking permits are sent by email.</p><p>The citizens office closes at noon on Fridays.</p>`,
  });

export function servicePage(services, slug) {
  const service = services.find((one) => one.slug === slug);
  if (!service) return undefined;
  const { name, fee, day, room } = service;
  return frame(services, {
    title: name,
    main: html`<h1>${name}</h1>
      <p>${fee ? `The fee is ${fee} euros.` : 'This service is free.'} Bring an identity card with a photo.</p>
      <p>The office for it is in room ${room}. It is open late on ${day}.</p>
      <details><summary>What you need</summary><p>The form of the office, and proof of your address that is not older than three months.</p></details>`,
  });
}

export const thanksPage = (services, title, text) =>
  frame(services, {
    title,
    main: html`<h1>${title}</h1><p class="notice" role="status">${text}</p><p><a href="/">All services</a></p>`,
  });

/** A form of one page. */
export function formPage(services, kind, entered, errors) {
  const fields = new Fields(entered, errors);
  const [, title] = forms.find(([path]) => path === `/${kind}`);
  const main = html`<h1>${title}</h1>${fields.summary()}
    <form method="post" action="/${kind}" novalidate>${bodies[kind](fields)}</form>`;
  return frame(services, { title, main });
}

const bodies = {
  pothole: (fields) => html`${fields.text('street', 'Street')}
    ${fields.radios('width', 'How large is it?', { hand: 'Like a hand', plate: 'Like a plate', larger: 'Larger' })}
    ${fields.area('text', 'Where exactly is it?')}${fields.text('phone', 'Phone (optional)', { type: 'tel' })}
    <button class="primary">Send report</button>`,
  library: (
    fields,
  ) => html`${fields.text('name', 'Full name')}${fields.text('birth', 'Date of birth', { type: 'date' })}
    ${fields.select('branch', 'Your branch', branches)}
    ${fields.text('pin', 'PIN', { type: 'password', hint: '4 to 8 digits', size: 10 })}${fields.text('again', 'PIN again', { type: 'password', size: 10 })}
    ${fields.checkbox('news', 'Tell me about new books by email')}<button class="primary">Request card</button>`,
  bulky: (fields) => html`<fieldset id="items"><legend>What do we collect?</legend>${fields.error('items')}
    ${bulkyItems.map((item, at) => bulkyItem(fields, item, at))}</fieldset>
    ${fields.text('street', 'Street and number')}
    ${fields.radios('day', 'Day', { Monday: 'Monday', Wednesday: 'Wednesday', Saturday: 'Saturday' })}
    <button class="primary">Order collection</button>`,
  survey: (
    fields,
  ) => html`<table class="matrix"><thead><tr><td></td>${grades.map((grade) => html`<th scope="col">${grade}</th>`)}</tr></thead>
    <tbody>${Object.entries(questions).map(
      ([key, question]) => html`<tr><th scope="row">${question}${fields.error(key)}</th>
        ${grades.map((grade) => html`<td><input type="radio" name="${key}" value="${grade}" title="${grade}"${flag('checked', fields.entered[key] === grade)}></td>`)}</tr>`,
    )}</tbody></table>${fields.area('remark', 'Remarks (optional)')}<button class="primary">Send answers</button>`,
  appointment: (fields) => html`${fields.select('topic', 'What is it about?', topics)}
    <fieldset id="date"><legend>Day</legend>${fields.error('date')}<input type="hidden" name="date" value="${fields.entered.date ?? ''}">
      <div class="bar"><button type="button" id="earlier" aria-label="Previous month">‹</button><b id="month" aria-live="polite"></b><button type="button" id="later" aria-label="Next month">›</button></div>
      <table role="grid" aria-labelledby="month" class="calendar"><thead><tr>${['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((day) => html`<th>${day}</th>`)}</tr></thead><tbody id="days"></tbody></table>
      <p id="chosen" role="status">${fields.entered.date}</p></fieldset>
    ${fields.radios('time', 'Time', Object.fromEntries(times.map((time) => [time, time])))}
    ${fields.text('name', 'Full name')}${fields.text('email', 'Email', { type: 'email' })}<button class="primary">Book</button>`,
};

const bulkyItem = ({ entered }, item, at) => html`<div class="line">
  <label><input type="checkbox" name="item" value="${item}" data-count="${at}"${flag('checked', entered.items?.includes(item))}> ${item}</label>
  <label data-counts="${at}"${flag('hidden', !entered.items?.includes(item))}>How many? <input name="count-${at}" aria-label="How many: ${item}" value="${entered[`count-${at}`] ?? '1'}" size="3" inputmode="numeric"></label></div>`;

const stepNames = ['About you', 'Your vehicle', 'Zone and time', 'Check and send'];

/** One of the four steps of the parking permit. */
export function permitPage(services, step, entered, errors) {
  const fields = new Fields(entered, errors);
  const main = html`<h1>Resident parking permit</h1>
    <ol class="steps" aria-label="Steps">${stepNames.map((name, at) => html`<li${flag('aria-current="step"', at + 1 === step)}>${name}</li>`)}</ol>
    <h2>Step ${step} of 4: ${stepNames[step - 1]}</h2>${fields.summary()}
    <form method="post" action="/permit/${step}" novalidate>${steps[step - 1](fields)}
      <div class="bar">${step > 1 && html`<a class="button" href="/permit/${step - 1}">Back</a>`}<button class="primary">${step < 4 ? 'Continue' : 'Send application'}</button></div></form>`;
  return frame(services, { title: `Step ${step}: Resident parking permit`, main });
}

const steps = [
  (fields) => html`${fields.text('name', 'Full name')}
    <fieldset id="birth"><legend>Date of birth</legend><div class="bar top-aligned">${fields.text('day', 'Day', { size: 3 })}${fields.select('month', 'Month', months)}${fields.text('year', 'Year', { size: 5 })}</div></fieldset>
    ${fields.text('email', 'Email', { type: 'email', hint: 'We send the permit to it' })}
    ${fields.radios('resident', 'Do you live in Marlow?', { yes: 'Yes', no: 'No, I only work here' })}
    <div data-when="resident=yes" hidden>${fields.text('street', 'Street and number')}</div>
    <div data-when="resident=no" hidden>${fields.text('employer', 'Where do you work?')}</div>`,
  (
    fields,
  ) => html`${fields.text('plate', 'Registration', { hint: 'Two capital letters, a space, four digits: AB 1234', size: 12 })}
    ${fields.radios('fuel', 'What does it run on?', { petrol: 'Petrol', diesel: 'Diesel', electric: 'Electricity' })}
    <div data-when="fuel=electric" hidden>${fields.radios('charging', 'Where do you charge it?', { home: 'At home', street: 'In the street' })}</div>`,
  (fields) => html`<div class="field"><label for="zone">Parking zone</label>${fields.error('zone')}
      <input id="zone" name="zone" role="combobox" aria-expanded="false" aria-autocomplete="list" aria-controls="zones" autocomplete="off" size="32" value="${fields.entered.zone ?? ''}">
      <ul id="zones" role="listbox" aria-label="Zones" hidden>${zones.map((zone) => html`<li role="option" aria-selected="false">${zone}</li>`)}</ul></div>
    ${fields.text('start', 'First day', { type: 'date' })}
    ${fields.select(
      'months',
      'For how long?',
      [3, 6, 12].map((count) => ({ value: String(count), label: `${count} months` })),
    )}`,
  (
    fields,
  ) => html`<dl>${Object.entries(fields.entered).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    ${fields.checkbox('confirm', 'What I entered is true')}`,
];
