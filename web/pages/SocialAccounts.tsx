import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toaster.tsx';

/** The networks that can be connected: none yet, and the page says so. */
export default function SocialAccountsPage() {
  const explain = () =>
    toast({
      title: 'Not available yet',
      description:
        'Connecting accounts is planned. Until then, copy your posts from their preview.',
    });
  return (
    <>
      <title>Social Accounts</title>
      <h1 className="font-semibold text-xl">Social Accounts</h1>
      <p className="mt-1 mb-6 text-muted">Connect the accounts that your posts are published to.</p>
      <ul>
        <li className="flex flex-wrap items-center gap-4 rounded-base border border-line bg-surface p-4">
          <span
            aria-hidden
            className="grid size-10 place-items-center rounded-base bg-sunken font-semibold"
          >
            X
          </span>
          <div className="grow">
            <h2 className="font-semibold">X (Twitter)</h2>
            <p className="text-muted">Posts and threads</p>
          </div>
          <Badge>0 Connected</Badge>
          <Button variant="primary" onClick={explain}>
            Connect Twitter
          </Button>
        </li>
      </ul>
    </>
  );
}
