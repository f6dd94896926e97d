import { BadgeCheck, Building2, CircleAlert, ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { AppRequest } from '#contract/people/apps.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { keys } from '#web/api/query.ts';
import { enterWorkspaceHere, useWorkspaces } from '#web/features/people/members/member-queries.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Menu, MenuChoice } from '#web/ui/overlays/Menu.tsx';
import { returnWords } from './app-words.ts';

/** What is known of an app: that a page was fetched from its domain, or nothing. */
export const Proof = ({ isConfirmed }: { isConfirmed: boolean }) =>
  isConfirmed ? (
    <Badge icon={BadgeCheck}>Domain confirmed</Badge>
  ) : (
    <Badge tone="review" icon={ShieldQuestionMark}>
      Unverified
    </Badge>
  );

const link = 'min-h-6 rounded-sm text-accent underline underline-offset-2 max-md:min-h-11';

type Props = {
  asked: AppRequest;
  workspace: { id: number; name: string };
  code?: string | undefined;
};

/** Who asks, where it leads, and as whom it would act. */
export function ConsentFacts({ asked: { app, returns_to: to }, workspace, code }: Props) {
  const user = useAuth((state) => state.user);
  const navigate = useNavigate();
  const location = useLocation();
  const places = useWorkspaces().data ?? [];
  const isTerminal = app.kind === 'terminal';
  return (
    <>
      <dl className="divide-y divide-line-soft rounded-base border border-line">
        <Fact label={app.is_confirmed ? 'Comes from' : isTerminal ? 'Runs on' : 'Says it’s from'}>
          <span dir="auto" className="min-w-0 break-all font-medium">
            {app.host ?? 'It doesn’t say'}
          </span>
          <Proof isConfirmed={app.is_confirmed} />
        </Fact>
        {code && (
          <Fact label="Code">
            <span className="font-mono tracking-widest">{code}</span>
          </Fact>
        )}
        {to && (
          <Fact label="Returns you to">
            <span className="min-w-0 break-all">{returnWords(to)}</span>
          </Fact>
        )}
        <Fact label="Workspace">
          <Building2 size={16} aria-hidden className="shrink-0 text-muted" />
          <span dir="auto" className="min-w-0 grow break-words">
            {workspace.name}
          </span>
          {places.length > 1 && (
            <Menu
              trigger={
                <button type="button" className={link}>
                  Change<span className="sr-only"> the workspace</span>
                </button>
              }
            >
              <MenuChoice
                label="Workspace"
                value={String(workspace.id)}
                options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={(id) => enterWorkspaceHere(Number(id), keys.appRequest(''))}
              />
            </Menu>
          )}
        </Fact>
        <Fact label="You are">
          <Avatar name={user?.name ?? ''} size="small" />
          <span dir="auto" className="min-w-0 grow break-all">
            {user?.email ?? user?.name}
          </span>
          <button
            type="button"
            className={link}
            onClick={() =>
              void navigate(paths.login, { state: { from: location, signingOut: true } })
            }
          >
            Not you?
          </button>
        </Fact>
      </dl>
      {!app.is_confirmed && (
        <Warning>
          {isTerminal
            ? 'Continue only if you started this yourself, in a terminal that shows this code.'
            : `The app chose its own name. Continue only if you started this in ${app.name}.`}
        </Warning>
      )}
      {to?.kind === 'computer' && <Warning>Any program here can claim this address.</Warning>}
      {to?.kind === 'program' && (
        <Warning>Any program on this device can claim this address.</Warning>
      )}
    </>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex gap-3 px-3 py-2">
    <dt className="w-24 shrink-0 pt-0.5 text-muted">{label}</dt>
    <dd className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1">{children}</dd>
  </div>
);

const Warning = ({ children }: { children: ReactNode }) => (
  <p className="flex gap-2">
    <CircleAlert size={16} aria-hidden className="mt-1 shrink-0 text-warning" />
    <span className="min-w-0 break-words">{children}</span>
  </p>
);
