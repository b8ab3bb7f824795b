import { assets } from '../kit/assets.mjs';
import { createHandler } from '../kit/createHandler.mjs';
import { versions } from './articles.mjs';
import { makeSections } from './library.mjs';
import { articlePage, searchPage } from './pages.mjs';
import { search } from './search.mjs';

/** The documentation of a database: a long side navigation, search, versions, tabs and folded sections. */
export function createSite({ size = 60 } = {}) {
  const sections = makeSections(Math.max(8, Math.ceil(((size - 30) * 15) / 16)));
  const articles = sections.flatMap((section) => section.articles);
  const state = { feedback: [], reports: [], subscribers: [] };
  const find = (slug) => articles.find((one) => one.slug === slug);
  const keep = (list, entered, isWhole) => {
    if (!isWhole) return { status: 422, json: { message: 'Please fill in all fields.' } };
    state[list].push(entered);
    return { json: { message: 'Thank you!' } };
  };
  const handle = createHandler({
    'GET /': () => ({ redirect: `/${versions[0]}/installing` }),
    'GET /search': ({ query }) =>
      searchPage(sections, query.get('q') ?? '', search(articles, query.get('q') ?? '')),
    'GET /api/suggest': ({ query }) => ({
      json: search(articles, query.get('q') ?? '')
        .slice(0, 6)
        .map(({ article }) => ({ slug: article.slug, title: article.title })),
    }),
    'POST /api/feedback': ({ body }) => keep('feedback', body, find(body.page)),
    'POST /api/reports': ({ body }) => keep('reports', body, body.kind && body.text.trim()),
    'POST /api/subscribers': ({ body }) => keep('subscribers', body, /^\S+@\S+\.\S+$/.test(body.email)),
    ...assets(import.meta.url, 'docs.js', 'docs.css'),
    'GET /:version/:slug': ({ params: { version, slug } }) =>
      versions.includes(version) && find(slug) ? articlePage(sections, version, find(slug)) : undefined,
  });
  return { handle, state: () => state };
}
