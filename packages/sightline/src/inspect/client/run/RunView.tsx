import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { InspectedOutcome, InspectedRun, InspectedStep } from '../../Inspection.ts';
import { splitLine } from '../splitLine.ts';
import { Logo } from '../TopBar.tsx';
import { EnlargedSketch, SketchView, usePictures } from './SketchView.tsx';

/** A run of the agent: its steps as a film strip, and the selected step in detail. */
export function RunView({ run }: { run: InspectedRun }): JSX.Element {
  const [stepIndex, setStepIndex] = useState(0);
  const step = run.steps[stepIndex];
  const pictures = usePictures(run.steps);
  const tokens = run.steps.reduce((sum, one) => sum + one.tokens.input + one.tokens.output, 0);
  return (
    <>
      <header class="top">
        <Logo />
        <h1>{run.task}</h1>
        <span class="muted end">
          {run.model && `${run.model} · `}
          {plural(run.steps.length, 'step')} · {tokens.toLocaleString('en')} tokens
        </span>
      </header>
      <RunEndBanner run={run} />
      {run.steps.length > 0 && (
        <FilmStrip steps={run.steps} pictures={pictures} stepIndex={stepIndex} onChange={setStepIndex} />
      )}
      {step && (
        <main class="run" key={stepIndex}>
          <StepCard step={step} />
          <ModelInput step={step} picture={pictures[step.picture ?? -1]} />
        </main>
      )}
    </>
  );
}

const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;

function RunEndBanner({ run: { end } }: { run: InspectedRun }): JSX.Element {
  if (!end) return <p class="run-end no-end">The run was cut off: it has no end.</p>;
  const { success, reason, text } = end;
  return (
    <p class={`run-end ${success ? 'done' : 'failed'}`}>
      <strong>{success ? 'Done' : `Not done (${reason})`}</strong> {text}
    </p>
  );
}

interface FilmStripProps {
  steps: readonly InspectedStep[];
  pictures: readonly string[];
  stepIndex: number;
  onChange: (stepIndex: number) => void;
}

function FilmStrip({ steps, pictures, stepIndex, onChange }: FilmStripProps): JSX.Element {
  const strip = useRef<HTMLDivElement>(null);
  const most = Math.max(1, ...steps.map(({ tokens }) => tokens.input + tokens.output));
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowRight: stepIndex + 1, ArrowLeft: stepIndex - 1, Home: 0, End: steps.length - 1 }[
      event.key
    ];
    if (to === undefined || !steps[to]) return;
    event.preventDefault();
    onChange(to);
    const frame = strip.current?.children[to] as HTMLElement | undefined;
    frame?.focus();
    frame?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <div ref={strip} class="film-strip" role="tablist" aria-label="Steps" onKeyDown={onKeyDown}>
      {steps.map((step, i) => (
        <FilmFrame
          key={step.n}
          step={step}
          picture={pictures[step.picture ?? -1]}
          share={(step.tokens.input + step.tokens.output) / most}
          isCurrent={i === stepIndex}
          onChoose={() => onChange(i)}
        />
      ))}
    </div>
  );
}

interface FilmFrameProps {
  step: InspectedStep;
  /** URL of the screenshot that the model was shown. */
  picture: string | undefined;
  share: number;
  isCurrent: boolean;
  onChoose: () => void;
}

function FilmFrame({ step, picture, share, isCurrent, onChoose }: FilmFrameProps): JSX.Element {
  const { n, outcomes, nextGoal, tokens, sketch } = step;
  const failed = outcomes.some(({ error }) => error !== undefined);
  return (
    <button
      type="button"
      role="tab"
      class={`frame ${failed ? 'failed' : ''}`}
      aria-selected={isCurrent}
      aria-controls="step"
      tabIndex={isCurrent ? 0 : -1}
      onClick={onChoose}
    >
      {sketch && <SketchView sketch={sketch} picture={picture} isSmall />}
      <span class="n">{n}</span>
      <span class="tool-names">{outcomes.map(({ tool }) => tool).join(', ') || 'nothing'}</span>
      <span class="goal">{nextGoal}</span>
      <span class="score">
        <span class="bar-fill" style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        <span class="figure">{(tokens.input + tokens.output).toLocaleString('en')}</span>
      </span>
    </button>
  );
}

function StepCard({ step }: { step: InspectedStep }): JSX.Element {
  const { n, goal, thinking, nextGoal, outcomes, tokens, ms, url } = step;
  return (
    <section id="step" class="pane step" role="tabpanel" aria-label={`Step ${n}`}>
      <div class="bar">
        <h2>Step {n}</h2>
        <span class="muted end">
          {tokens.input.toLocaleString('en')} + {tokens.output.toLocaleString('en')} tokens ·{' '}
          {(ms / 1000).toFixed(1)} s
        </span>
      </div>
      <div class="scroll" tabIndex={0} role="group" aria-label="The step">
        <dl>
          <Fact title="Page" text={url} />
          <Fact title="Task" text={goal} />
          <Fact title="Thought" text={thinking} />
          <Fact title="Next goal" text={nextGoal} />
        </dl>
        <h3>Actions</h3>
        {outcomes.length === 0 && <p class="muted none">Nothing that could be understood.</p>}
        <ol class="outcomes">
          {outcomes.map((outcome, i) => (
            <OutcomeCard key={i} {...outcome} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function Fact({ title, text }: { title: string; text: string }): JSX.Element | null {
  if (text === '') return null;
  return (
    <>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </>
  );
}

function OutcomeCard({ tool, input, text, error, ms }: InspectedOutcome): JSX.Element {
  return (
    <li class={error === undefined ? '' : 'failed'}>
      <p>
        <strong>{tool}</strong> <code>{input}</code> <span class="muted">{ms.toLocaleString('en')} ms</span>
      </p>
      {error !== undefined && <p class="error">{error}</p>}
      {text && <pre>{text}</pre>}
    </li>
  );
}

/** The text the model was shown, with its targets highlighted. */
function ModelInput({ step, picture }: { step: InspectedStep; picture: string | undefined }): JSX.Element {
  const { state, outcomes, sketch, n } = step;
  const lines = useMemo(() => state.split('\n').map((line) => ({ line, parts: splitLine(line) })), [state]);
  const targets = new Set(outcomes.map(({ target }) => target));
  return (
    <section class="pane" aria-label="What the model was shown">
      <div class="bar">
        <h2>What the model was shown</h2>
      </div>
      {sketch && <EnlargedSketch key={n} sketch={sketch} picture={picture} title={`Step ${n}`} />}
      <div class="scroll model-input" tabIndex={0} role="group" aria-label="Text">
        {lines.map(({ line, parts }, i) => (
          <div key={i} class="row" style={{ '--indent': /^\s*/.exec(line)?.[0].length ?? 0 }}>
            {parts.map(({ kind, text, number }, j) => (
              <span
                key={j}
                class={`p-${kind} ${number !== undefined && targets.has(number) ? 'selected p-linked' : ''}`}
              >
                {j === 0 ? text.trimStart() : text}
              </span>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
