import { flag, html } from '../kit/html.mjs';
import { versions } from './articles.mjs';

function frame(sections, { title, main, version = versions[0], current, q = '' }) {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Quarry documentation</title>
      <link rel="icon" href="data:,"><link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/docs.css">
    </head>
    <body data-page="${current?.slug}">
      <header class="top bar"><a class="logo" href="/">Quarry</a>
        <form action="/search" role="search" id="search"><input type="search" name="q" value="${q}" aria-label="Search the documentation" placeholder="Search" autocomplete="off"><ul id="suggestions" hidden></ul></form>
        <select id="version" aria-label="Version">${versions.map((one) => html`<option${flag('selected', one === version)}>${one}</option>`)}</select>
        <a href="/${version}/release-3-2">Release notes</a>
        <button id="theme" title="Dark or light"><svg width="16" height="16" viewBox="0 0 16 16"><path d="M8 1a7 7 0 1 0 7 7A5 5 0 0 1 8 1z"/></svg></button></header>
      <div class="columns">
        <nav aria-label="Contents" class="contents">${sections.map((section, at) => sectionList(section, at, version, current))}</nav>
        ${main}
      </div>
      <script src="/toolkit.js"></script><script src="/docs.js"></script>
    </body>
  </html>`;
}

function sectionList({ name, folded, articles }, at, version, current) {
  const open = !folded || articles.includes(current);
  return html`<button class="plain section" aria-expanded="${String(open)}" aria-controls="section-${at}">${name}</button>
    <ul id="section-${at}"${flag('hidden', !open)}>${articles.map((article) => html`<li><a href="/${version}/${article.slug}"${flag('aria-current="page"', article === current)}>${article.title}</a></li>`)}</ul>`;
}

export function articlePage(sections, version, article) {
  const main = html`<main><article>
      ${version !== versions[0] && html`<p class="notice bad">You read the documentation of an older version.</p>`}
      <h1>${article.title}</h1>
      ${article.parts.map((part, at) => partOf(part, at, version))}
      ${article.isRelease && subscribing}
    </article>
    <section class="feedback" aria-label="Feedback"><span>Was this page helpful?</span>
      <span class="bar" id="helpful"><button data-helpful="yes">Yes</button><button data-helpful="no">No</button></span>
      <button class="plain" id="report">Report a problem</button></section>
    ${neighbours(sections, version, article)}
  </main>
  ${reporting}`;
  return frame(sections, { title: article.title, main, version, current: article });
}

function partOf({ heading, text, code, rows, tabs, folded, versions: others }, at, version) {
  return html`${heading && html`<h2 id="part-${at}">${heading}</h2>`}
    ${text && html`<p>${others?.[version] ?? text}</p>`}
    ${code && html`<div class="code"><pre><code>${code}</code></pre><button data-copy title="Copy"><svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor"><path d="M4 4h8v8H4zM2 10V2h8"/></svg></button></div>`}
    ${rows && html`<table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((text) => html`<td>${text}</td>`)}</tr>`)}</tbody></table>`}
    ${tabs && tabsOf(Object.entries(tabs), at)}
    ${folded && Object.entries(folded).map(([summary, text]) => html`<details><summary>${summary}</summary><p>${text}</p></details>`)}`;
}

const tabsOf = (tabs, at) => html`<div role="tablist" aria-label="Language">
    ${tabs.map(([name], nth) => html`<button role="tab" id="tab-${at}-${nth}" aria-controls="panel-${at}-${nth}" aria-selected="${String(nth === 0)}"${flag('tabindex="-1"', nth > 0)}>${name}</button>`)}</div>
  ${tabs.map(([, text], nth) => html`<div role="tabpanel" id="panel-${at}-${nth}" aria-labelledby="tab-${at}-${nth}"${flag('hidden', nth > 0)}><p>${text}</p></div>`)}`;

function neighbours(sections, version, article) {
  const articles = sections.flatMap((section) => section.articles);
  const at = articles.indexOf(article);
  const link = (one, word) => one && html`<a href="/${version}/${one.slug}">${word}: ${one.title}</a>`;
  return html`<nav aria-label="Next to this" class="bar">${link(articles[at - 1], 'Previous')}${link(articles[at + 1], 'Next')}</nav>`;
}

const subscribing = html`<h2>Hear of new releases</h2><form id="subscribe" novalidate>
  <div class="field"><label for="email">Email address</label><input id="email" type="email" name="email" size="32" autocomplete="off"></div>
  <p><label><input type="checkbox" name="security"> Only those that close a security hole</label></p>
  <p role="status"></p><button>Subscribe</button></form>`;

const reporting = html`<dialog id="reporting" aria-labelledby="reporting-title"><h2 id="reporting-title">Report a problem</h2>
  <form novalidate><div class="field"><label for="kind">What kind of problem?</label><select id="kind" name="kind"><option value="">Choose</option><option>Spelling mistake</option><option>Wrong statement</option><option>Broken link</option></select></div>
    <div class="field"><label for="report-text">What is wrong?</label><textarea id="report-text" name="text" rows="4" cols="44"></textarea></div>
    <p class="error" role="alert"></p><div class="bar"><button class="primary">Send</button><button type="button" data-cancel>Cancel</button></div></form></dialog>`;

export function searchPage(sections, q, found) {
  const main = html`<main><h1>Search: ${q}</h1><p role="status">${found.length} pages found</p>
    <ol class="results">${found.slice(0, 20).map(({ article, excerpt }) => html`<li><a href="/${versions[0]}/${article.slug}">${article.title}</a> <span class="hint">${article.section}</span><p>${excerpt}</p></li>`)}</ol></main>`;
  return frame(sections, { title: `Search: ${q}`, main, q });
}
