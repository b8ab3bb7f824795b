import type { JSX } from 'preact';

interface SplitterProps {
  /** Width of the left side, percent. */
  share: number;
  onShare: (share: number) => void;
  frame: { current: HTMLElement | null };
}

/** Moves by pointer and by arrow keys (ARIA practices, window splitter). */
export function Splitter({ share, onShare, frame }: SplitterProps): JSX.Element {
  const resize = (value: number): void => onShare(Math.round(Math.max(20, Math.min(80, value))));
  const drag = (event: PointerEvent): void => {
    const area = frame.current?.getBoundingClientRect();
    if (event.buttons === 1 && area) resize(((event.clientX - area.left) / area.width) * 100);
  };
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the picture"
      aria-valuenow={share}
      aria-valuemin={20}
      aria-valuemax={80}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
        if (step !== undefined) resize(share + step);
      }}
    />
  );
}
