import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { WatcherAnswer } from '../../watcherCommands.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import { type NodeSelection, useNodeSelection } from '../NodeSelection.ts';

interface LiveControlsProps {
  loadedPage: LoadedPage;
  selection: NodeSelection;
}

/** Pauses what drives the session, lets it go on step by step, and acts in its place on the element that is selected. */
export function LiveControls({
  loadedPage,
  selection,
  isNumbered,
}: LiveControlsProps & { isNumbered: boolean }): JSX.Element {
  const { paused, waiting } = useGate();
  const [answer, setAnswer] = useState<WatcherAnswer>({ text: '', isError: false });
  const send = async (command: object): Promise<void> => setAnswer(await post(command));
  return (
    <span class="group live" role="group" aria-label="The session">
      <button type="button" class="plain-button" onClick={() => send({ do: paused ? 'resume' : 'pause' })}>
        {paused ? 'Resume' : 'Pause'}
      </button>
      {paused && (
        <button
          type="button"
          class="plain-button"
          disabled={waiting === 0}
          onClick={() => send({ do: 'step' })}
        >
          Step
        </button>
      )}
      {paused && isNumbered && <TakeOver {...{ loadedPage, selection, send }} />}
      <output class="muted">{answer.text.split('\n')[0] || stateText(paused, waiting)}</output>
    </span>
  );
}

function stateText(paused: boolean, waiting: number): string {
  if (!paused) return 'running';
  if (waiting === 0) return 'paused';
  return `paused, ${waiting} ${waiting === 1 ? 'action waits' : 'actions wait'}`;
}

/** Click, fill and press on the selected element; without one, press goes to what has the focus. */
function TakeOver({
  loadedPage,
  selection,
  send,
}: LiveControlsProps & { send: (command: object) => Promise<void> }): JSX.Element {
  const { selected } = useNodeSelection(selection);
  const [text, setText] = useState('');
  const number = selected && loadedPage.captured.numberOf(selected);
  const target = number === undefined ? {} : { number };
  const isKey = /^[A-Z][\w+]*$/.test(text);
  return (
    <>
      <button
        type="button"
        class="plain-button"
        disabled={number === undefined}
        onClick={() => send({ do: 'click', ...target })}
      >
        {number === undefined ? 'Click' : `Click [${number}]`}
      </button>
      <input
        aria-label="Text or key"
        placeholder="text, or a key: Enter"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="button"
        class="plain-button"
        disabled={number === undefined}
        onClick={() => send({ do: 'fill', ...target, text })}
      >
        Fill
      </button>
      <button
        type="button"
        class="plain-button"
        disabled={!isKey}
        onClick={() => send({ do: 'press', ...target, text })}
      >
        Press
      </button>
    </>
  );
}

function useGate(): { paused: boolean; waiting: number } {
  const [state, setState] = useState({ paused: false, waiting: 0 });
  useEffect(() => {
    const events = new EventSource('./events');
    events.addEventListener('gate', ({ data }) => setState(JSON.parse(String(data))));
    return () => events.close();
  }, []);
  return state;
}

async function post(command: object): Promise<WatcherAnswer> {
  try {
    const response = await fetch('./control', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
    });
    return response.ok ? await response.json() : { text: 'The session refused this.', isError: true };
  } catch {
    return { text: 'The session is not there any more.', isError: true };
  }
}
