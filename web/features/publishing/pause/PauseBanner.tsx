import { OctagonPause } from 'lucide-react';
import { useEffect } from 'react';
import type { Pause } from '#contract/publishing/pause.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { laterComponent } from '#web/lib/later.ts';
import { nameOf } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { usePauseState } from './pause-queries.ts';
import { askToDecide, usePause } from './pause-store.ts';

const PauseDialog = laterComponent(() =>
  import('./PauseDialog.tsx').then(({ PauseDialog }) => PauseDialog),
);
const ResumeDialog = laterComponent(() =>
  import('./ResumeDialog.tsx').then(({ ResumeDialog }) => ResumeDialog),
);

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const close = () => usePause.setState({ dialog: null });

/** On every page: says that all publishing is paused, and asks for a pause or for its end. */
export function PauseBanner() {
  const state = usePauseState();
  const pause = state.data?.pause ?? null;
  const dialog = usePause((given) => given.dialog);
  useEffect(() => usePause.setState({ pause }), [pause]);
  useEffect(() => close, []);
  useEffect(() => {
    if (!pause?.is_active || !pause.ends_at) return;
    // What it held waits for a decision from then on.
    const left = Date.parse(pause.ends_at) - Date.now() + 1000;
    const timer = setTimeout(() => void state.refetch(), Math.min(Math.max(left, 0), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [pause, state.refetch]);
  return (
    <>
      {pause && <Banner pause={pause} />}
      {dialog === 'pause' && <PauseDialog onClose={close} />}
      {dialog === 'resume' && pause && <ResumeDialog pause={pause} onClose={close} />}
    </>
  );
}

function Banner({ pause }: { pause: Pause }) {
  const { is_active: isActive, held: posts, held_afterwards: later } = pause;
  const held = posts + later;
  const mayResume = useCan('decide');
  return (
    <section
      role="status"
      aria-label="Pause"
      className="flex min-h-11 items-center gap-3 border-line border-b bg-review px-4 py-1.5 text-on-review"
    >
      <OctagonPause size={16} aria-hidden className="shrink-0" />
      <p className="min-w-0 grow break-words max-sm:line-clamp-2">
        {isActive ? <Paused pause={pause} /> : `Publishing goes on. ${waiting(posts, later)}`}
      </p>
      {isActive && held > 0 && <span className="shrink-0 max-sm:hidden">{held} held</span>}
      {mayResume && (
        <Button size="small" onClick={askToDecide}>
          {isActive ? 'Resume…' : 'Decide'}
        </Button>
      )}
    </section>
  );
}

function waiting(posts: number, later: number): string {
  if (later > 0)
    return `${posts + later === 1 ? '1 thing that was due waits' : `${posts + later} things that were due wait`} for your decision.`;
  return posts === 1
    ? '1 post that was due waits for your decision.'
    : `${posts} posts that were due wait for your decision.`;
}

function Paused({ pause }: { pause: Pause }) {
  const { reason, paused_at: since, paused_by: by, ends_at: end } = pause;
  const zone = useZone();
  const me = useAuth(({ user }) => user?.id);
  return (
    <>
      <strong className="font-semibold">All publishing is paused</strong>
      {end && ` until ${zonedTime(end, zone)}`} · {by?.id === me ? 'you' : nameOf(by)},{' '}
      {zonedTime(since, zone)}: “{reason}”
    </>
  );
}
