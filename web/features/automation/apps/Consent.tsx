import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { APP_DAYS, type AppRequest } from '#contract/people/apps.ts';
import type { Role } from '#contract/roles.ts';
import { ApiError } from '#web/api/client.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { AppFrame, AppMessage } from './AppFrame.tsx';
import { useAllowApp } from './app-queries.ts';
import { allowWords, firstScopes, givenScopes, whyNothing } from './app-words.ts';
import { ConsentFacts } from './ConsentFacts.tsx';
import { FolderChoice } from './FolderChoice.tsx';
import { ScopeRows } from './ScopeRows.tsx';

type Props = {
  asked: AppRequest;
  me: string;
  workspace: { id: number; name: string; role: Role };
  /** That a terminal shows. */
  code?: string | undefined;
  /** With where to go on, unless the program waits by itself. */
  onAllowed: (redirect: string | null) => void;
  onRefused: () => void;
};

const ENDS = `Ends after ${APP_DAYS} days without use, or at any time in Settings, Connected apps.`;

/** A person decides what an app may do in one of their workspaces. */
export function Consent({ asked, me, workspace, code, onAllowed, onRefused }: Props) {
  const { app } = asked;
  const isTerminal = app.kind === 'terminal';
  const [chosen, setChosen] = useState(() => firstScopes(asked.scopes));
  const [draftsOnly, setDraftsOnly] = useState(true);
  const [folders, setFolders] = useState<number[] | null>(null);
  const { mutate, isPending, error } = useAllowApp();
  const isSeen = useSeen();
  const who = { name: me, role: workspace.role };
  const given = givenScopes(chosen, who, draftsOnly);
  const nothing = whyNothing(asked.scopes, who);
  const errors = error instanceof ApiError ? error.fields : {};
  if (error instanceof ApiError && error.code === 'app_refused')
    return <Refusal isTerminal={isTerminal} detail={error.message} back={asked.cancel} />;

  const allow = () =>
    mutate(
      {
        workspace: workspace.id,
        request: asked.request,
        scopes: given,
        drafts_only: draftsOnly,
        folders,
      },
      { onSuccess: ({ redirect }) => onAllowed(redirect) },
    );
  return (
    <AppFrame
      isTerminal={isTerminal}
      isNext={isTerminal}
      note={ENDS}
      title={
        isTerminal ? (
          <>
            Let the command line work in <bdi>{workspace.name}</bdi>?
          </>
        ) : (
          <>
            Let “<bdi>{app.name}</bdi>” work in <bdi>{workspace.name}</bdi>?
          </>
        )
      }
    >
      <ConsentFacts {...{ asked, workspace, code }} />
      {nothing ? (
        <AppMessage role="alert">{nothing}</AppMessage>
      ) : (
        <>
          <div
            className={classes(
              'rounded-base p-3',
              draftsOnly ? 'border-2 border-accent-solid' : 'm-px border border-line',
            )}
          >
            <Switch
              checked={draftsOnly}
              onChange={setDraftsOnly}
              label={
                <span className="inline-flex items-center gap-2">
                  <ShieldCheck size={16} aria-hidden /> Drafts only
                </span>
              }
              hint="What it writes waits for a person. It can’t publish, schedule or approve, whatever it is told to do."
            />
          </div>
          <ScopeRows {...{ asked: asked.scopes, chosen, who, draftsOnly }} onChange={setChosen} />
          <PublishingNote isShown={given.includes('publish')} />
          <FolderChoice chosen={folders} error={errors.folders?.[0]} onChange={setFolders} />
        </>
      )}
      {error && !errors.folders && <Alert>{error.message || 'Failed to let the app in'}</Alert>}
      <p className="text-center text-muted text-xs md:hidden">{ENDS}</p>
      <div className="flex gap-2 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:mt-auto max-md:border-line max-md:border-t max-md:bg-surface max-md:p-4">
        <Button size="large" onClick={onRefused}>
          Cancel
        </Button>
        {!nothing && (
          <Button
            variant="primary"
            size="large"
            className="grow"
            busy={isPending}
            disabled={given.length === 0 || !isSeen}
            onClick={allow}
          >
            {given.length ? allowWords(given) : 'Choose what it may'}
          </Button>
        )}
      </div>
    </AppFrame>
  );
}

/** Longer than between the two clicks of a double click. */
const SEEN_MS = 500;

/**
 * Whether the page has been before the person for a moment. Another site may open it below a window
 * of its own that closes between the two clicks of a double click: the second one allows nothing.
 */
function useSeen(): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const begin = () => {
      setSeen(false);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setSeen(true), SEEN_MS);
    };
    begin();
    window.addEventListener('focus', begin);
    document.addEventListener('visibilitychange', begin);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('focus', begin);
      document.removeEventListener('visibilitychange', begin);
    };
  }, []);
  return isSeen;
}

/** What it means that nobody is asked. */
function PublishingNote({ isShown }: { isShown: boolean }) {
  const channels = useChannels().data?.filter(({ state }) => state !== 'disconnected') ?? [];
  return (
    <p aria-live="polite" className={classes('flex gap-2', !isShown && 'sr-only')}>
      {isShown && (
        <>
          <TriangleAlert size={16} aria-hidden className="mt-1 shrink-0 text-warning" />
          <span>It may publish on {plural(channels.length, 'channel')} without asking anyone.</span>
        </>
      )}
    </p>
  );
}

/** Where an address leads: its host, or the program that its scheme is of. */
const placeOf = (address: string) => new URL(address).host || address.split(':')[0];

/** Why it does not go on, and the way back where the app may be told. */
export const Refusal = ({
  detail,
  back,
  isTerminal = false,
}: {
  detail: string;
  back: string | null;
  isTerminal?: boolean;
}) => (
  <AppFrame isTerminal={isTerminal} title="This doesn’t work">
    <AppMessage role="alert">{detail}</AppMessage>
    {back !== null && (
      <>
        <Button asChild size="large" className="self-center">
          <a href={back}>Back to the app</a>
        </Button>
        <p className="break-all text-center text-muted text-xs">
          It is at <bdi>{placeOf(back)}</bdi>.
        </p>
      </>
    )}
  </AppFrame>
);
