import { flag, html } from '../kit/html.mjs';
import { roles, teams } from './people.mjs';

function frame({ title, main, script }) {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Depot office</title>
      <link rel="icon" href="data:,"><link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/admin.css">
    </head>
    <body>
      <header class="top bar"><a href="/" class="logo">Depot office</a>
        <nav aria-label="Sections" class="bar">
          ${['People', 'Shipments', 'Settings'].map((name) => html`<a href="/${name.toLowerCase()}"${flag('aria-current="page"', name === title)}>${name}</a>`)}
        </nav>
      </header>
      <main>${main}</main>
      <footer class="hint">Depot office 4.2. <a href="/settings">Settings</a></footer>
      <script src="/toolkit.js"></script><script type="module" src="/${script}"></script>
    </body>
  </html>`;
}

const options = (names, chosen) =>
  names.map((name) => html`<option${flag('selected', name === chosen)}>${name}</option>`);

const heads = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  team: 'Team',
  lastLogin: 'Last login',
  status: 'Status',
};

export const peoplePage = (depot) =>
  frame({
    title: 'People',
    script: 'people.js',
    main: html`<h1>People</h1>
      <div class="bar tools">
        <label>Filter by name or email <input id="words" type="search" autocomplete="off"></label>
        <label>Team <select id="team"><option value="">All</option>${options(teams)}</select></label>
        <label>Status <select id="status"><option value="">All</option><option>active</option><option>invited</option><option>suspended</option></select></label>
        <div class="button" id="clear" title="Clear filters">✕</div>
        <button class="primary" id="invite">Invite someone</button>
      </div>
      <div class="bar tools" role="toolbar" aria-label="Selected people">
        <span id="selected">0 selected</span>
        <button data-together="remind" disabled>Send reminder</button><button data-together="suspend" disabled>Suspend selected</button><button data-together="activate" disabled>Activate selected</button>
      </div>
      <table>
        <caption class="sr-only">People, ${depot.rows} on a page</caption>
        <thead><tr><th><input type="checkbox" id="all" aria-label="Select all on this page"></th>
          ${Object.entries(heads).map(([key, label]) => html`<th aria-sort="none" data-column="${key}"><button class="plain">${label}</button></th>`)}
          <th>Actions</th></tr></thead>
        <tbody id="people"></tbody>
      </table>
      <nav aria-label="Pages" class="bar tools"><button id="previous">Previous</button><span id="page"></span><button id="next">Next</button></nav>
      ${personDialog}${deleteDialog}
      <div id="menu" role="menu" aria-label="More actions" hidden></div>`,
  });

const personDialog = html`<dialog id="person" aria-labelledby="person-title"><h2 id="person-title">Edit person</h2>
  <form novalidate>
    <div class="field"><label for="f-name">Name</label><input id="f-name" name="name" size="34"><div class="error" data-error="name"></div></div>
    <div class="field"><label for="f-email">Email</label><input id="f-email" name="email" size="34"><div class="error" data-error="email"></div></div>
    <div class="field"><label for="f-role">Role</label><select id="f-role" name="role"><option value="">Choose</option>${options(roles)}</select><div class="error" data-error="role"></div></div>
    <div class="field"><label for="f-team">Team</label><select id="f-team" name="team"><option value="">Choose</option>${options(teams)}</select><div class="error" data-error="team"></div></div>
    <div class="bar"><button class="primary">Save</button><button type="button" data-cancel>Cancel</button></div>
  </form></dialog>`;

const deleteDialog = html`<dialog id="delete" aria-labelledby="delete-title"><h2 id="delete-title">Delete for good?</h2>
  <form novalidate><p id="delete-text"></p>
    <div class="field"><label for="typed">Type the name to confirm</label><input id="typed" size="34" autocomplete="off"><div class="error" role="alert"></div></div>
    <div class="bar"><button class="danger">Delete person</button><button type="button" data-cancel>Cancel</button></div>
  </form></dialog>`;

export function personPage(_depot, person) {
  if (!person) return undefined;
  const rows = {
    Email: person.email,
    Phone: person.phone,
    City: person.city,
    Role: person.role,
    Team: person.team,
    'Last login': person.lastLogin,
    Status: person.status,
  };
  return frame({
    title: person.name,
    script: 'office.js',
    main: html`<p><a href="/people">← All people</a></p><h1>${person.name}</h1>
      <table class="facts">${Object.entries(rows).map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>
      <h2>Notes</h2><details><summary>Access card</summary><p>The access card of ${person.name} has the number ${7000 + person.id}.</p></details>
      <details><summary>Emergency contact</summary><p>Ask the office.</p></details>`,
  });
}

export const shipmentsPage = (depot) =>
  frame({
    title: 'Shipments',
    script: 'office.js',
    main: html`<h1>Shipments</h1>
      <table><thead><tr><th>Number</th><th>Goods</th><th>From</th><th>Weight</th><th>Status</th><th></th></tr></thead>
      <tbody>${depot.shipments.map(
        ({
          number,
          goods,
          from,
          weight,
          status,
        }) => html`<tr><td>${number}</td><td>${goods}</td><td>${from}</td><td>${weight} kg</td><td>${status}</td>
          <td><button data-release="${number}"${flag('disabled', depot.released.includes(number))}>Release</button></td></tr>`,
      )}</tbody></table>`,
  });

export function settingsPage({ settings }) {
  const toggle = (id, label, on) =>
    html`<p><button type="button" role="switch" id="${id}" aria-checked="${String(on)}">${label}</button></p>`;
  return frame({
    title: 'Settings',
    script: 'office.js',
    main: html`<h1>Settings</h1><form id="settings" class="panel" novalidate>
      ${toggle('maintenance', 'Maintenance mode', settings.maintenance)}
      ${toggle('weeklyReport', 'Weekly report by email', settings.weeklyReport)}
      <div class="field"><label for="minutes">Log out after (minutes)</label><input id="minutes" type="number" min="5" max="240" name="sessionMinutes" value="${settings.sessionMinutes}"></div>
      <fieldset><legend>Region</legend>${['North', 'South', 'East'].map((name) => html`<label><input type="radio" name="region" value="${name}"${flag('checked', settings.region === name)}> ${name}</label> `)}</fieldset>
      <div class="field"><label for="banner">Message on the login page</label><input id="banner" name="banner" size="50" value="${settings.banner}"></div>
      <p class="error" role="alert"></p><button class="primary">Save changes</button>
    </form>`,
  });
}
