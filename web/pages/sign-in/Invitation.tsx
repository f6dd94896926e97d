import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { withArticle } from '#contract/roles.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { AuthCard } from '#web/features/core/auth/AuthCard.tsx';
import { signOut } from '#web/features/core/auth/session.ts';
import {
  enterWorkspace,
  ROLE_HINTS,
  useAccept,
  useInvitation,
} from '#web/features/people/members/member-queries.ts';
import { OWN_ZONE } from '#web/lib/time/locale.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { TextLink } from '#web/ui/TextLink.tsx';

/** The page of an invitation link: what it is for, and how to accept it. */
export default function InvitationPage() {
  const { token = '' } = useParams();
  const user = useAuth((state) => state.user);
  const navigate = useNavigate();
  const accept = useAccept(({ id, name }) => {
    enterWorkspace(id);
    void navigate(paths.content);
    toast({ title: `Welcome to ${name}` });
  });
  const invitation = useInvitation(token, !accept.isPending && !accept.isSuccess);
  const { data } = invitation;

  return (
    <AuthCard
      title={data ? `Join ${data.workspace}` : 'Invitation'}
      {...(data && { subtitle: `${data.invited_by ?? 'Someone'} invited you to join` })}
      footer={<TextLink to={paths.home}>Home</TextLink>}
    >
      <title>Invitation</title>
      {invitation.isPending && <Skeleton className="h-24" />}
      {invitation.isError && (
        <Alert>{invitation.error.message || 'The invitation could not be read.'}</Alert>
      )}
      {data && (
        <>
          <p>
            You’ll join as {withArticle(data.role)}
            {data.role !== 'owner' && `, who ${ROLE_HINTS[data.role]}`}. The invitation
            {data.email && ` is for ${data.email} and`} is valid until{' '}
            {zonedTime(data.expires_at, OWN_ZONE)}.
          </p>
          {accept.isError && (
            <Alert>{accept.error.message || 'Failed to accept the invitation'}</Alert>
          )}
          {user ? (
            <>
              <Button
                variant={accept.isError ? 'secondary' : 'primary'}
                size="large"
                busy={accept.isPending}
                onClick={() => accept.mutate(token)}
              >
                {accept.isPending ? 'Joining...' : `Join as ${user.name}`}
              </Button>
              <Button
                variant={accept.isError ? 'primary' : 'secondary'}
                onClick={() => {
                  accept.reset();
                  signOut();
                }}
              >
                Use another account
              </Button>
            </>
          ) : (
            <WayIn registered={data.registered} email={data.email} />
          )}
        </>
      )}
    </AuthCard>
  );
}

/**
 * For visitors: signing in or registering first, depending on whether the address has an account.
 */
function WayIn({ registered, email }: { registered: boolean; email: string | null }) {
  const from = useLocation();
  const ways = [
    { to: paths.login, label: 'Sign in to accept' },
    {
      to: email ? `${paths.register}?${new URLSearchParams({ email })}` : paths.register,
      label: 'Create an account to accept',
    },
  ];
  if (!registered) ways.reverse();
  return ways.map(({ to, label }, n) => (
    <Button key={to} asChild size="large" variant={n === 0 ? 'primary' : 'secondary'}>
      <Link to={to} state={{ from }}>
        {label}
      </Link>
    </Button>
  ));
}
