import { assets } from '../kit/assets.mjs';
import { createHandler } from '../kit/createHandler.mjs';
import { Desk } from './Desk.mjs';
import { formPage, homePage, permitPage, servicePage, thanksPage } from './pages.mjs';
import { makeServices } from './services.mjs';

const thanks = {
  appointment: ['Appointment booked', 'We look forward to seeing you.'],
  bulky: ['Collection ordered', 'Put the things on the pavement by 7 am.'],
  library: ['Library card requested', 'Fetch it at your branch from tomorrow on.'],
  pothole: ['Report received', 'Thank you. We look at it within three days.'],
  survey: ['Answers received', 'Thank you for your time.'],
};

/** A city's services: forms of one page and of several steps, checked by the server, beside a long list of links. */
export function createSite({ size = 60 } = {}) {
  const services = makeServices(Math.max(24, size - 2));
  const desk = new Desk();
  const one = ([kind, [title, text]]) => [
    [`GET /${kind}`, () => formPage(services, kind)],
    [
      `POST /${kind}`,
      ({ body }) => {
        const { entered, errors } = desk.save(kind, body);
        return errors ? formPage(services, kind, entered, errors) : { redirect: `/${kind}/sent` };
      },
    ],
    [`GET /${kind}/sent`, () => thanksPage(services, title, text)],
  ];
  const handle = createHandler({
    'GET /': () => homePage(services),
    'GET /service/:slug': ({ params }) => servicePage(services, params.slug),
    'GET /permit/sent': () =>
      thanksPage(services, 'Application sent', `Your number is ${desk.state.permits.at(-1)?.number}.`),
    'GET /permit/:step': ({ params }) => permitPage(services, Number(params.step), desk.state.draft),
    'POST /permit/:step': ({ params, body }) => {
      const step = Number(params.step);
      const errors = desk.permit(step, body);
      if (errors) return permitPage(services, step, { ...desk.state.draft, ...desk.entered }, errors);
      return { redirect: step === 4 ? '/permit/sent' : `/permit/${step + 1}` };
    },
    ...Object.fromEntries(Object.entries(thanks).flatMap(one)),
    ...assets(import.meta.url, 'forms.js', 'forms.css'),
  });
  return { handle, state: () => desk.state };
}
