import type { JSX } from 'preact';
import type { HtmlMode } from '../../../render/html/HtmlTree.ts';
import type { ShowOptions, ViewName } from '../../../render/renderView.ts';

export interface ViewBarProps {
  view: ViewName;
  options: ShowOptions;
  onOptions: (options: ShowOptions) => void;
  htmlMode: HtmlMode;
  onHtmlMode: (mode: HtmlMode) => void;
}

/** Default margin around the viewport, CSS pixels. */
const DEFAULT_EXPANSION = 500;

const MODES: readonly HtmlMode[] = ['full', 'structure', 'minimal', 'interactive-only'];

/** How the text is made: the options of `look`. */
export function ViewBar({ view, options, onOptions, htmlMode, onHtmlMode }: ViewBarProps): JSX.Element {
  const update = (change: ShowOptions): void => onOptions({ ...options, ...change });
  const { style = 'compact', viewportExpansion = -1, interactiveOnly = false, full = false } = options;
  return (
    <div class="bar wrap" role="group" aria-label="How the text is made">
      {view !== 'html' && (
        <label>
          Style{' '}
          <select
            value={style}
            onChange={(event) => update({ style: event.currentTarget.value as 'compact' })}
          >
            <option value="compact">compact</option>
            <option value="markup">markup</option>
          </select>
        </label>
      )}
      {view === 'html' && (
        <label>
          Mode{' '}
          <select value={htmlMode} onChange={(event) => onHtmlMode(event.currentTarget.value as HtmlMode)}>
            {MODES.map((mode) => (
              <option key={mode}>{mode}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        Part{' '}
        <select
          value={String(viewportExpansion)}
          onChange={(event) => update({ viewportExpansion: Number(event.currentTarget.value) })}
        >
          <option value="-1">whole page</option>
          <option value="0">viewport</option>
          <option value={String(viewportExpansion > 0 ? viewportExpansion : DEFAULT_EXPANSION)}>
            viewport and around
          </option>
        </select>
      </label>
      {viewportExpansion > 0 && (
        <label>
          Around, px{' '}
          <input
            type="number"
            min={1}
            step={100}
            value={viewportExpansion}
            onChange={({ currentTarget: { valueAsNumber } }) =>
              update({
                viewportExpansion: valueAsNumber >= 1 ? Math.floor(valueAsNumber) : DEFAULT_EXPANSION,
              })
            }
          />
        </label>
      )}
      <TokenBudgetField value={options.maxTokens} onChange={(maxTokens) => update({ maxTokens })} />
      <label class="check">
        <input
          type="checkbox"
          checked={interactiveOnly}
          onChange={(event) => update({ interactiveOnly: event.currentTarget.checked })}
        />{' '}
        Interactive only
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={full}
          onChange={(event) => update({ full: event.currentTarget.checked })}
        />{' '}
        Unfold
      </label>
    </div>
  );
}

interface TokenBudgetFieldProps {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function TokenBudgetField({ value, onChange }: TokenBudgetFieldProps): JSX.Element {
  return (
    <label>
      Budget{' '}
      <input
        type="number"
        min={50}
        step={50}
        placeholder="none"
        value={value ?? ''}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          onChange(valueAsNumber >= 1 ? Math.floor(valueAsNumber) : undefined)
        }
      />
    </label>
  );
}
