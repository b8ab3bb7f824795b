import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { colorOf } from '../../view/colors.ts';
import type { HtmlMode } from '../../view/HtmlTree.ts';
import type { ShowOptions, ViewName } from '../../view/render.ts';
import { estimateTokens } from '../../view/tokens.ts';
import { LongList } from './LongList.tsx';
import type { TabProps } from './TabProps.ts';
import { useCount } from './Tokenizer.ts';
import { textItems } from './textItems.tsx';
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
  const rendered = useMemo(() => look.page.look(asked), [look, asked]);
  const items = useMemo(() => textItems(look, view, rendered), [look, view, rendered]);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    const drawn = look.marks(asked).map(({ node, box }) => {
      const number = look.page.numbers.of(node);
      const title = `[${number}] ${node.role || node.tag} ${node.name}`.trim();
      return { node, box, label: String(number), title, color: colorOf(node).join(' ') };
    });
    const told = items.flatMap(({ nodes }) => nodes.filter((node) => node !== undefined));
    show({ drawn, told });
  }, [look, asked, items]);
  const copy = (): void => {
    void navigator.clipboard.writeText(rendered.text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  useEffect(() => setCopied(false), [rendered]);
  const tokens = useCount(() => rendered.text, count, [rendered]);
  const estimated = useMemo(() => (count ? undefined : estimateTokens(rendered.text)), [rendered, count]);
  const lines = `${items.length.toLocaleString('en')} lines`;
  return (
    <>
      <ViewBar view={view} options={options} {...bar} />
      <p class="facts" role="status">
        <strong>{(tokens ?? estimated)?.toLocaleString('en') ?? '…'}</strong>{' '}
        {tokens === undefined ? (
          `tokens${estimated === undefined ? '' : ' at most (estimated)'}`
        ) : (
          <abbr title="o200k_base, the tokenizer of GPT-4o and later">tokens</abbr>
        )}
        <span class="soft">
          {' '}
          · {lines}
          {rendered.complete ? '' : ' · cut to the budget'}
        </span>
        <button type="button" class="quiet end" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </p>
      <LongList
        key={view}
        items={items}
        label={`${TITLES[view]}, as a model reads it`}
        look={look}
        pick={pick}
        className={`text ${view}`}
      />
    </>
  );
}
