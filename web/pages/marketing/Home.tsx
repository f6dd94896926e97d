import {
  CalendarDays,
  CheckCheck,
  Eye,
  FolderTree,
  History,
  Image,
  ListChecks,
  ListOrdered,
  PenLine,
} from 'lucide-react';
import type { FormEvent } from 'react';
import { Link, useHref, useNavigate } from 'react-router';
import { NETWORK_LIST } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { ByViewer } from '#web/features/core/auth/ByViewer.tsx';
import { FeatureGrid } from '#web/features/core/marketing/Article.tsx';
import { Screenshot } from '#web/features/core/marketing/Screenshot.tsx';
import { classes } from '#web/lib/classes.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/fields/Field.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { Closing } from './Closing.tsx';

const features = [
  {
    icon: PenLine,
    title: 'Write',
    text: 'An editor with nothing around the words that they don’t need.',
  },
  {
    icon: ListOrdered,
    title: 'Thread',
    text: 'Hundreds of parts that feel like one text: cut, joined, moved and saved as a whole.',
  },
  {
    icon: CalendarDays,
    title: 'Schedule',
    text: 'A calendar to drag posts across, and a queue with weekly slots for each account.',
  },
  {
    icon: CheckCheck,
    title: 'Approve',
    text: 'A review queue. An approval covers the text that was read, and no other.',
  },
  {
    icon: Image,
    title: 'Illustrate',
    text: 'Pictures, GIFs and videos in one library, each with its alt text.',
  },
  {
    icon: FolderTree,
    title: 'Organise',
    text: 'Nested folders, tags, and filters that find a post among thousands.',
  },
  {
    icon: ListChecks,
    title: 'Tidy up',
    text: 'Move, copy, archive or delete ten thousand posts at once; if it fails, nothing has changed.',
  },
  {
    icon: Eye,
    title: 'Preview',
    text: 'Each post and thread as readers on each network will see it.',
  },
  {
    icon: History,
    title: 'Keep',
    text: 'Every version of every post is kept, with who changed it and when.',
  },
];

const platforms = [
  'Microblogging',
  'Professional network',
  'Photo sharing',
  'Social network',
  'Short video',
];

export default function HomePage() {
  return (
    <div className="mx-auto max-w-6xl px-4">
      <PageHead
        title="Write, schedule and publish social media posts"
        description="One calm place for creators, marketers, teams and agencies to write, approve, schedule and publish social media posts and threads. 14 days free, no credit card."
        path={paths.home}
      />
      <section className="flex flex-col items-center gap-5 pt-14 pb-12 text-center sm:pt-20">
        <Badge>Beta</Badge>
        <h1 className="max-w-2xl text-balance font-semibold text-4xl leading-[1.1] tracking-tight sm:text-5xl sm:leading-[1.1]">
          Social media posts, from first draft to published
        </h1>
        <p className="max-w-xl text-balance text-lg text-muted tracking-[-0.01em]">
          One calm place for creators, marketers, teams and agencies to write, approve, schedule and
          publish what they post.
        </p>
        <div className="mt-3 flex w-full flex-col items-center gap-3">
          <ByViewer
            visitor={
              <>
                <TrialForm />
                <p className="text-muted">14 days free, no credit card</p>
              </>
            }
            member={
              <Button asChild variant="primary" size="large">
                <Link to={paths.content}>Go to your content</Link>
              </Button>
            }
          />
        </div>
      </section>
      <Screenshot
        name="library"
        alt="The content page: folders on the left, posts with status and tags on the right"
        first
      />
      <section aria-labelledby="what-it-does" className="pt-12 pb-4 sm:pt-16 sm:pb-8">
        <h2 id="what-it-does" className="sr-only">
          What it does
        </h2>
        <FeatureGrid features={features} />
      </section>
      <Shown
        title="A thread is one text"
        name="thread"
        alt="The editor with a thread of five posts, each with its counter"
      >
        Paste an article, and it is split at the ends of sentences. Keep writing across the parts,
        join them, drag them, undo. Each part counts its characters as its network does, and the
        thread is saved as a whole or not at all.
      </Shown>
      <Shown
        title="See it as your readers will"
        name="preview"
        alt="The preview of a thread as X shows it, with links and hashtags"
        mirrored
      >
        {`${NETWORK_LIST} each show, shorten and link a text in their own way. The preview does it as they do, before anyone else reads it.`}
      </Shown>
      <Shown
        title="A month at a glance"
        name="calendar"
        alt="The calendar: a month with the posts of each day, and the drafts beside it"
      >
        Drag a draft to a day, or a post to another one. Queues fill their slots by themselves.
        Every part is published once and in order, and what a network refuses is shown with what
        mends it.
      </Shown>
      <section className="mt-4 flex flex-col items-center gap-4 border-line border-t pt-12 pb-4 text-center sm:pt-16 sm:pb-0">
        <h2 className="font-semibold text-2xl tracking-tight">
          Publishing to five kinds of networks, and more
        </h2>
        <ul className="flex flex-wrap justify-center gap-2">
          {platforms.map((name) => (
            <li key={name}>
              <Badge>{name}</Badge>
            </li>
          ))}
        </ul>
        <p className="max-w-xl text-balance text-muted">{NETWORK_LIST}</p>
      </section>
      <Closing />
    </div>
  );
}

/** Passes the address on to the registration; before hydration, the browser's form does. */
function TrialForm() {
  const navigate = useNavigate();
  const action = useHref(paths.register);
  function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    navigate(email ? `${paths.register}?email=${encodeURIComponent(email)}` : paths.register);
  }
  return (
    <form
      action={action}
      onSubmit={start}
      className="flex w-full max-w-md flex-col gap-2 sm:flex-row"
    >
      <Input
        type="email"
        name="email"
        aria-label="Email"
        autoComplete="email"
        placeholder="you@example.org"
        className="h-11 text-base"
      />
      <Button type="submit" variant="primary" size="large">
        Start Free Trial
      </Button>
    </form>
  );
}

type ShownProps = {
  title: string;
  name: 'thread' | 'preview' | 'calendar';
  alt: string;
  mirrored?: boolean;
  children: string;
};

const Shown = ({ title, name, alt, mirrored, children }: ShownProps) => (
  <section
    className={classes(
      'grid items-center gap-8 py-10 sm:py-12 lg:gap-16',
      mirrored ? 'lg:grid-cols-[3fr_2fr]' : 'lg:grid-cols-[2fr_3fr]',
    )}
  >
    <div className={classes(mirrored && 'lg:order-last')}>
      <h2 className="text-balance font-semibold text-2xl tracking-tight">{title}</h2>
      <p className="mt-3 max-w-xl text-pretty text-base text-muted leading-[1.6]">{children}</p>
    </div>
    <Screenshot name={name} alt={alt} />
  </section>
);
