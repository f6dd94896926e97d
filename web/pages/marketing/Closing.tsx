import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { ByViewer } from '#web/features/core/auth/ByViewer.tsx';
import { Button } from '#web/ui/Button.tsx';

/** The call to action at the end of a public page. `plans`: whether it links to the plans. */
export const Closing = ({ plans = true }: { plans?: boolean }) => (
  <section className="my-8 flex flex-col items-center gap-3 rounded-base border border-line bg-surface px-6 py-12 text-center sm:my-16">
    <h2 className="text-balance font-semibold text-2xl tracking-tight">Write the next one here</h2>
    <p className="max-w-lg text-balance text-base text-muted">
      Creating an account takes a minute. What you write stays yours, with every version of it.
    </p>
    <div className="mt-2 flex w-full flex-col justify-center gap-2 sm:w-auto sm:flex-row">
      <ByViewer
        visitor={<LargeLink to={paths.register}>Create your account</LargeLink>}
        member={<LargeLink to={paths.createContent()}>Write a post</LargeLink>}
      />
      {plans && (
        <Button asChild size="large" variant="ghost">
          <Link to={paths.pricing}>See the plans</Link>
        </Button>
      )}
    </div>
  </section>
);

const LargeLink = ({ to, children }: { to: string; children: string }) => (
  <Button asChild size="large">
    <Link to={to}>{children}</Link>
  </Button>
);
