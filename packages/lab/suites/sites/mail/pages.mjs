import { flag, html } from '../kit/html.mjs';

function frame(mailbox, { title, main, script }) {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Letterbox</title>
      <link rel="icon" href="data:,"><link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/mail.css">
    </head>
    <body>
      <header class="bar top">
        <a class="logo" href="/">Letterbox</a>
        <form id="search" role="search"><input type="search" name="q" aria-label="Search mail" placeholder="Search mail"><button title="Search"><svg class="icon" viewBox="0 0 16 16" width="16" height="16"><circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5L14 14"/></svg></button></form>
        <button class="primary" id="compose">Compose</button>
        <a href="/settings" title="Settings" class="button"><svg class="icon" viewBox="0 0 16 16" width="16" height="16"><circle cx="8" cy="8" r="2.5"/><path d="M8 1v3M8 12v3M1 8h3M12 8h3M3 3l2 2M11 11l2 2M3 13l2-2M11 5l2-2"/></svg></a>
      </header>
      <div class="panes">
        <nav aria-label="Folders">
          <ul id="folders">${mailbox.counts().map(({ name, unread }) => html`<li><a href="/folder/${name}">${name}</a>${unread > 0 && html` <b>${unread}</b>`}</li>`)}</ul>
          <button class="plain" id="new-folder">New folder</button>
        </nav>
        ${main}
      </div>
      ${composer}${folderDialog}
      <script src="/toolkit.js"></script><script type="module" src="/${script}"></script>
    </body>
  </html>`;
}

export const mailPage = (mailbox) =>
  frame(mailbox, {
    title: 'Mail',
    script: 'mail.js',
    main: html`<main class="list">
        <h1 id="where">Inbox</h1>
        <div class="bar" role="toolbar" aria-label="Selected messages">
          <label><input type="checkbox" id="all"> Select all</label>
          <button data-bulk="Archive" disabled>Archive</button><button data-bulk="Trash" disabled>Delete</button><button data-bulk="read" disabled>Mark as read</button>
          <select id="bulk-move" aria-label="Move selected to" disabled></select>
        </div>
        <ul id="messages" aria-label="Messages"></ul>
        <p id="rest"></p>
      </main>
      <section id="reading" class="reading" aria-label="Message"><p class="hint">Choose a message to read it here.</p></section>`,
  });

const composer = html`<dialog id="composer" aria-labelledby="composer-title">
  <h2 id="composer-title">New message</h2>
  <form novalidate>
    <div class="field"><label for="to">To</label><input id="to" name="to" size="44" autocomplete="off"><div class="error" data-error="to"></div></div>
    <p id="cc-offer"><button type="button" class="plain" id="add-cc">Add Cc</button></p>
    <div class="field" id="cc-field" hidden><label for="cc">Cc</label><input id="cc" name="cc" size="44" autocomplete="off"><div class="error" data-error="cc"></div></div>
    <div class="field"><label for="subject">Subject</label><input id="subject" name="subject" size="44"><div class="error" data-error="subject"></div></div>
    <div class="field"><label for="body">Message</label><textarea id="body" name="body" rows="7" cols="52"></textarea><div class="error" data-error="body"></div></div>
    <p><label><input type="checkbox" name="important"> Mark as important</label></p>
    <div class="bar"><button class="primary">Send</button><button type="button" id="discard">Discard</button></div>
  </form>
</dialog>`;

const folderDialog = html`<dialog id="folder-dialog" aria-labelledby="folder-title">
  <h2 id="folder-title">New folder</h2>
  <form novalidate>
    <div class="field"><label for="folder-name">Name</label><input id="folder-name" name="name"><div class="error" role="alert"></div></div>
    <div class="bar"><button class="primary">Create</button><button type="button" data-cancel>Cancel</button></div>
  </form>
</dialog>`;

export function settingsPage(mailbox) {
  const { signature, awayOn, awayFrom, awayTo, awayText, density } = mailbox.settings;
  const main = html`<main class="settings"><h1>Settings</h1>
    <form id="settings" novalidate>
      <h2>Appearance</h2>
      <fieldset><legend>Density</legend>${['comfortable', 'compact'].map((one) => html`<label><input type="radio" name="density" value="${one}"${flag('checked', density === one)}> ${one}</label> `)}</fieldset>
      <h2>Signature</h2>
      <textarea name="signature" aria-label="Signature" rows="2" cols="50">${signature}</textarea>
      <h2>Automatic reply</h2>
      <button type="button" role="switch" id="away" aria-checked="${String(awayOn)}">Reply for me while I am away</button>
      <div id="away-fields"${flag('hidden', !awayOn)}>
        <div class="field"><label for="away-from">First day</label><input type="date" id="away-from" name="awayFrom" value="${awayFrom}"></div>
        <div class="field"><label for="away-to">Last day</label><input type="date" id="away-to" name="awayTo" value="${awayTo}"></div>
        <div class="field"><label for="away-text">Text of the reply</label><textarea id="away-text" name="awayText" rows="3" cols="50">${awayText}</textarea></div>
      </div>
      <p class="error" role="alert"></p>
      <button class="primary">Save settings</button> <span role="status" id="saved"></span>
    </form>
    <h2>Rules</h2>
    <ul id="rules">${mailbox.rules.map((rule) => html`<li>${rule.from || rule.subject} → ${rule.folder}</li>`)}</ul>
    <button id="new-rule">Add a rule</button>
    <dialog id="rule-dialog" aria-labelledby="rule-title"><h2 id="rule-title">New rule</h2>
      <form novalidate>
        <div class="field"><label for="rule-from">Sender contains</label><input id="rule-from" name="from"></div>
        <div class="field"><label for="rule-subject">Subject contains</label><input id="rule-subject" name="subject"></div>
        <div class="field"><label for="rule-folder">Move to</label><select id="rule-folder" name="folder"><option value="">Choose a folder</option>${mailbox.folders.slice(2).map((name) => html`<option>${name}</option>`)}</select></div>
        <p><label><input type="checkbox" name="markRead"> Mark as read too</label></p>
        <p class="error" role="alert"></p>
        <div class="bar"><button class="primary">Save rule</button><button type="button" data-cancel>Cancel</button></div>
      </form>
    </dialog>
  </main>`;
  return frame(mailbox, { title: 'Settings', main, script: 'settings.js' });
}
