import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Steps } from '../../model/finish.ts';
import { colorOf } from '../../view/colors.ts';
import type { HtmlMode } from '../../view/HtmlTree.ts';
import type { Rendered, ShowOptions, ViewName } from '../../view/render.ts';
import { estimateTokens } from '../../view/tokens.ts';
import type { Item } from './Chunk.tsx';
import type { Look } from './Look.ts';
import type { TabProps } from './TabProps.ts';
import { TextList } from './TextList.tsx';
import { type CountTokens, useCount } from './Tokenizer.ts';
import { textItems } from './textItems.tsx';
import { useSteps } from './useSteps.ts';
import { ViewBar } from './ViewBar.tsx';

const TITLES: Readonly<Record<ViewName, string>> = {
  outline: 'Outline',
  flat: 'Flat list',
  summary: 'Summary',
  minimal: 'Minimal summary',
  html: 'HTML',
  json: 'JSON',
};

interface TextTabProps extends TabProps {
  view: ViewName;
  options: ShowOptions;
  onOptions: (options: ShowOptions) => void;
  htmlMode: HtmlMode;
  onHtmlMode: (mode: HtmlMode) => void;
}

/** What a model reads, in one of the views. */
export function TextTab({ look, pick, show, count, view, options, ...bar }: TextTabProps): JSX.Element {
  const asked = useMemo(() => ({ ...options, view, htmlMode: bar.htmlMode }), [options, view, bar.htmlMode]);
  const made = useSteps(() => tell(look, asked), [look, asked]);
  // Until it is made anew the same view stays as it was, where it is scrolled to and what is focused too.
  const last = useRef<Text | undefined>(undefined);
  if (made) last.current = made;
  const text = last.current?.view === view ? last.current : undefined;
  useEffect(() => {
    if (!text || text !== made) return;
    const drawn = look.marks(asked).map(({ node, box }) => {
      const number = look.page.numbers.of(node);
      const title = `[${number}] ${node.role || node.tag} ${node.name}`.trim();
      return { node, box, label: String(number), title, color: colorOf(node).join(' ') };
    });
    const told = new Set(text.items.flatMap(({ nodes }) => nodes.filter((node) => node !== undefined)));
    show({ drawn, told: [...told] });
  }, [text]);
  return (
    <>
      <ViewBar view={view} options={options} {...bar} />
      <TextList
        items={text?.items ?? NONE}
        label={`${TITLES[view]}, as a model reads it`}
        look={text?.look ?? look}
        pick={pick}
        className={`text ${view}`}
        isBusy={!made}
        instead={!text && <Waiting />}
      >
        <Facts text={text} count={count} />
      </TextList>
    </>
  );
}

const NONE: readonly Item[] = [];

function Waiting(): JSX.Element {
  return (
    <p class="hint" aria-busy="true">
      Reading the page…
    </p>
  );
}

interface Text {
  look: Look;
  view: ViewName;
  rendered: Rendered;
  items: Item[];
}

function* tell(look: Look, asked: ShowOptions & { view: ViewName }): Steps<Text> {
  const rendered = yield* look.page.looking(asked);
  yield;
  const { view } = asked;
  return { look, view, rendered, items: yield* textItems(look, view, rendered) };
}

interface FactsProps {
  text: Text | undefined;
  count: CountTokens | undefined;
}

/** What the text costs, and how long it is. */
function Facts({ text, count }: FactsProps): JSX.Element {
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [text]);
  const tokens = useCount(text?.rendered.text, count ?? estimateTokens);
  const copy = (): void => {
    void navigator.clipboard.writeText(text?.rendered.text ?? '').then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <p role="status">
        <strong>{tokens?.toLocaleString('en') ?? '…'}</strong>{' '}
        {count && tokens !== undefined ? (
          <abbr title="o200k_base, the tokenizer of GPT-4o and later">tokens</abbr>
        ) : (
          `tokens${tokens === undefined ? '' : ' at most (estimated)'}`
        )}
        <span class="soft">
          {text && ` · ${text.items.length.toLocaleString('en')} lines`}
          {text && !text.rendered.complete && ' · cut to the budget'}
        </span>
      </p>
      <button type="button" class="quiet" onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </>
  );
}
