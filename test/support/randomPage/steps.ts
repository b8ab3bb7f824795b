import type { Random } from '../Random.ts';
import { blocks, IDS, image, someAttribute, words } from './markup.ts';
import { CLASSES, someRule, someRules } from './styles.ts';

/** One thing that may happen to a page. Awaited: what it begins has come to rest when it resolves. */
type Step = (random: Random) => unknown;

/** Every element, those of open shadow roots too, but the document's own. */
function elements(root: ParentNode = document): Element[] {
  const found: Element[] = [];
  for (const element of root.querySelectorAll('body *')) found.push(element);
  if (root !== document) found.push(...root.querySelectorAll('*'));
  for (const { shadowRoot } of [...found]) if (shadowRoot) found.push(...elements(shadowRoot));
  return found;
}

function one<T extends Element>(random: Random, selector = '*'): T | undefined {
  return random.pick(elements().filter((element) => element.matches(selector))) as T | undefined;
}

function sheet(random: Random): CSSStyleSheet | undefined {
  return random.pick(
    [...document.styleSheets, ...document.adoptedStyleSheets].filter((one) => one.cssRules.length > 0),
  );
}

function rule(random: Random): CSSStyleRule | undefined {
  return random.pick([...(sheet(random)?.cssRules ?? [])].filter((one) => one instanceof CSSStyleRule));
}

const frame = (event: EventTarget, type: string, begin: () => void): Promise<unknown> =>
  new Promise((resolve) => {
    event.addEventListener(type, resolve, { once: true });
    event.addEventListener('error', resolve, { once: true });
    begin();
  });

const FIELD = 'input:not([type=file]),textarea';

/** Named, so that a failure shows what happened. */
export const STEPS: Record<string, Step> = {
  text: (random) => {
    const element = one(random, 'p,b,a,li,td,h2,button,label,span,legend,text');
    const text = [...(element?.childNodes ?? [])].find((node) => node instanceof Text);
    if (text) text.nodeValue = random.of(words(random), '', ' ', 'line\nline  two', words(random, 40));
  },
  textContent: (random) => {
    const element = one(random, 'p,b,li,h2,button,label,span,title');
    if (element) element.textContent = words(random);
  },
  attribute: (random) => one(random)?.setAttribute(...someAttribute(random)),
  removeAttribute: (random) => {
    const element = one(random);
    const name = random.pick(element?.getAttributeNames() ?? []);
    if (name !== undefined) element?.removeAttribute(name);
  },
  toggleClass: (random) => one(random)?.classList.toggle(random.pick(CLASSES) as string),
  style: (random) =>
    one<HTMLElement>(random)?.style?.setProperty(
      ...random.of<[string, string]>(
        ['display', 'none'],
        ['height', '0'],
        ['width', '50px'],
        ['order', '2'],
        ['z-index', '4'],
      ),
    ),
  insert: (random) =>
    one(random, 'div,p,li,section,td')?.insertAdjacentHTML(
      random.of('beforebegin', 'beforeend', 'afterbegin'),
      blocks(random, 1, 2),
    ),
  move: (random) => {
    const from = one(random);
    const to = one(random, 'div,section,td,li,form');
    if (from && to && !from.contains(to)) to.insertBefore(from, random.pick(to.childNodes) ?? null);
  },
  remove: (random) => one(random)?.remove(),
  replace: (random) => {
    const element = one(random);
    if (element && element.localName !== 'script') element.outerHTML = blocks(random, 0, 1);
  },
  bigPart: (random) => {
    const element = one(random, 'body > *');
    if (element) element.innerHTML = blocks(random, 2, 4);
  },
  value: (random) => {
    const field = one<HTMLInputElement>(random, FIELD);
    if (field) field.value = random.of('', words(random), 'a@b.c', '7');
  },
  checked: (random) => {
    const field = one<HTMLInputElement>(random, 'input');
    if (field) field.checked = !field.checked;
  },
  indeterminate: (random) => {
    const field = one<HTMLInputElement>(random, 'input');
    if (field) field.indeterminate = !field.indeterminate;
  },
  validity: (random) => {
    one<HTMLInputElement>(random, 'input,select,textarea')?.setCustomValidity(
      random.of('', 'Not that one', 'No'),
    );
    if (random.chance(0.3)) one<HTMLFormElement>(random, 'form')?.reportValidity();
  },
  select: (random) => {
    const select = one<HTMLSelectElement>(random, 'select');
    if (!select) return;
    if (random.chance(0.3)) select.add(new Option(words(random)));
    const option = random.pick(select.options);
    if (option) option.selected = !option.selected;
  },
  reset: (random) => one<HTMLFormElement>(random, 'form')?.reset(),
  focus: (random) => one<HTMLElement>(random, 'a,button,input,select,textarea,[tabindex]')?.focus?.(),
  blur: () => (document.activeElement as HTMLElement | null)?.blur?.(),
  scrollPage: (random) => scrollTo(0, random.below(900)),
  scrollElement: (random) => {
    const element = random.pick(
      elements().filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight),
    );
    if (element) element.scrollTop = random.below(150);
  },
  insertRule: (random) => {
    const into = sheet(random);
    const text = someRule(random);
    into?.insertRule(
      text.slice(0, text.indexOf('}') + 1) + (text.startsWith('@') ? '}' : ''),
      random.below(into.cssRules.length),
    );
  },
  deleteRule: (random) => {
    const from = sheet(random);
    from?.deleteRule(random.below(from.cssRules.length));
  },
  // Not the words of `content`, nor where: see `GeneratedText`.
  ruleStyle: (random) =>
    rule(random)?.style.setProperty(
      ...random.of<[string, string]>(
        ['display', 'none'],
        ['visibility', 'hidden'],
        ['cursor', 'pointer'],
        ['display', ''],
      ),
    ),
  ruleSelector: (random) => {
    const found = rule(random);
    if (found) found.selectorText = random.of('.a', '.b .c', 'p', '.d + p');
  },
  adopt: async (random) => {
    const made = new CSSStyleSheet();
    made.replaceSync(someRules(random));
    const root = random.chance(0.3) ? (one(random, 'x-open')?.shadowRoot ?? document) : document;
    root.adoptedStyleSheets = random.chance(0.3) ? [] : [...root.adoptedStyleSheets.slice(-1), made];
  },
  replaceSync: (random) => random.pick(document.adoptedStyleSheets)?.replaceSync(someRules(random)),
  disableSheet: (random) => {
    const found = sheet(random);
    if (found) found.disabled = !found.disabled;
  },
  sheetMedia: (random) => {
    const found = sheet(random);
    if (found) found.media.mediaText = random.of('print', 'all', '(max-width:700px)');
  },
  dialog: (random) => {
    const dialog = one<HTMLDialogElement>(random, 'dialog');
    if (!dialog) return;
    if (dialog.open) dialog.close();
    else if (random.chance(0.5)) dialog.show();
    else dialog.showModal();
  },
  popover: (random) => one<HTMLElement>(random, '[popover]')?.togglePopover?.(),
  details: (random) => {
    const details = one<HTMLDetailsElement>(random, 'details');
    if (details) details.open = !details.open;
  },
  attachShadow: (random) => {
    const host = one(random, 'div:not([popover]),section,p');
    if (host && !host.shadowRoot)
      host.attachShadow({
        mode: 'open',
        slotAssignment: random.of('named', 'manual'),
      }).innerHTML = `<style>${someRules(random)}</style><b class=c>In</b><slot class=b>None</slot><slot name=s></slot>`;
  },
  assign: (random) => {
    const slot = one<HTMLSlotElement>(random, 'slot');
    const root = slot?.getRootNode();
    if (root instanceof ShadowRoot && root.slotAssignment === 'manual')
      slot?.assign(...[...root.host.children].slice(0, random.below(3)));
  },
  slotName: (random) => {
    const slot = one<HTMLSlotElement>(random, 'slot');
    if (slot) slot.name = random.of('', 's', 't');
  },
  define: (random) => {
    const late = one(random, 'x-late');
    if (!late) return one(random, 'div')?.insertAdjacentHTML('beforeend', '<x-late class=c>Not yet</x-late>');
    if (!customElements.get('x-late'))
      customElements.define(
        'x-late',
        class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).innerHTML = '<b>Now</b> <slot></slot>';
          }
        },
      );
  },
  rewrite: (random) => {
    if (!random.chance(0.2)) return;
    document.open();
    document.write(`<style>${someRules(random)}</style>${blocks(random, 2)}`);
    document.close();
  },
  address: (random) => history.pushState({}, '', `?${random.below(99)}`),
  target: (random) => {
    location.hash = random.pick(IDS) ?? '';
  },
  title: (random) => {
    document.title = words(random);
  },
  image: async (random) => {
    const found = one<HTMLImageElement>(random, 'img');
    if (found)
      await frame(found, 'load', () => {
        found.src = image(random);
      });
  },
  font: async () => {
    const face = new FontFace('Late', 'url(data:font/woff2;base64,AAAA)');
    document.fonts.add(face);
    await face.load().catch(() => undefined);
  },
  animate: (random) => {
    const element = one(random, 'div,p,b,li');
    element?.animate?.(
      [{ opacity: 1 }, random.of({ opacity: 0 }, { transform: 'scale(0)' }, { visibility: 'hidden' })],
      {
        duration: 1000,
        fill: random.of('none', 'forwards'),
      },
    );
  },
  seek: (random) => {
    const found = random.pick(document.getAnimations());
    if (found) found.currentTime = random.below(1000);
  },
  finish: (random) => random.pick(document.getAnimations())?.cancel(),
  listen: (random) => one(random, 'div,p,b,li')?.addEventListener('click', () => undefined),
  frame: async (random) => {
    const found = one<HTMLIFrameElement>(random, 'iframe');
    if (found && random.chance(0.4)) found.remove();
    else if (found)
      await frame(found, 'load', () => {
        found.srcdoc = blocks(random, 1);
      });
    else {
      const made = document.createElement('iframe');
      const place = one(random, 'div,section') ?? document.body;
      await frame(made, 'load', () => {
        made.srcdoc = blocks(random, 1);
        place.append(made);
      });
    }
  },
  type: (random) => {
    const editable = one<HTMLElement>(random, '[contenteditable],textarea,input');
    editable?.focus();
    document.execCommand('insertText', false, words(random, 2));
  },
  fragment: (random) => {
    const made = document.createDocumentFragment();
    made.append(words(random), document.createElement('hr'));
    one(random, 'div,section,li')?.prepend(made);
  },
};
