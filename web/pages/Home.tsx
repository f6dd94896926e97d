import { Eye, FolderTree, History, ListChecks, ListOrdered, PenLine } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAuth } from '#web/api/auth-store.ts';
import { Planned } from '#web/features/marketing/Article.tsx';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/Field.tsx';

const cards = [
  { icon: PenLine, title: 'Write', text: 'An editor with nothing around the words that the words do not need.' },
  {
    icon: ListOrdered,
    title: 'Thread',
    text: 'Fifty parts that feel like one text: cut, joined, moved and saved as a whole.',
  },
  {
    icon: FolderTree,
    title: 'Organise',
    text: 'Folders in folders, tags, and filters that find a post among thousands.',
  },
  {
    icon: ListChecks,
    title: 'Sort out',
    text: 'Move, copy, archive or delete ten thousand posts at once; if it fails, all is as it was.',
  },
  { icon: Eye, title: 'Preview', text: 'Each post and thread as the readers of each network will see it.' },
  { icon: History, title: 'Keep', text: 'Every version of every post is kept, with who changed it and when.' },
];

const platforms = ['Microblogging', 'Professional network', 'Photo sharing', 'Social network', 'Short video'];

export default function HomePage() {
  const signedIn = useAuth((state) => state.isAuthenticated);
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  function start(event: FormEvent) {
    event.preventDefault();
    navigate(email ? `${paths.register}?email=${encodeURIComponent(email)}` : paths.register);
  }
  return (
    <div className="mx-auto max-w-5xl px-4">
      <title>Write, organise and review social media posts</title>
      <section className="flex flex-col items-center gap-5 py-20 text-center">
        <Badge>Beta</Badge>
        <h1 className="max-w-2xl text-balance font-semibold text-4xl tracking-tight sm:text-5xl">
          Social media posts, from first draft to published
        </h1>
        <p className="max-w-xl text-balance text-lg text-muted">
          One calm place for creators, marketers, teams and agencies to write, organise and review what they post.
        </p>
        {signedIn ? (
          <Button asChild variant="primary" size="large">
            <Link to={paths.content}>Go to your content</Link>
          </Button>
        ) : (
          <form onSubmit={start} className="flex w-full max-w-md flex-col gap-2 sm:flex-row">
            <Input
              type="email"
              aria-label="Email"
              autoComplete="email"
              placeholder="you@example.org"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              className="h-11 text-base"
            />
            <Button type="submit" variant="primary" size="large">
              Start Free Trial
            </Button>
          </form>
        )}
        <p className="text-muted">14 days free, no credit card</p>
      </section>
      <section aria-label="What it does" className="grid gap-4 pb-16 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map(({ icon: Icon, title, text }) => (
          <div key={title} className="rounded-base border border-line bg-surface p-6">
            <Icon size={20} aria-hidden className="text-accent" />
            <h2 className="mt-3 font-semibold text-base">{title}</h2>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        ))}
      </section>
      <section className="flex flex-col items-center gap-4 border-line border-t py-16 text-center">
        <h2 className="font-semibold text-2xl tracking-tight">
          Publishing to five kinds of networks
          <Planned />
        </h2>
        <ul className="flex flex-wrap justify-center gap-2">
          {platforms.map((name) => (
            <li key={name}>
              <Badge>{name}</Badge>
            </li>
          ))}
        </ul>
      </section>
      <section className="mb-16 flex flex-col items-center gap-4 rounded-base border border-line bg-surface px-6 py-12 text-center">
        <h2 className="text-balance font-semibold text-2xl tracking-tight">Write the next one here</h2>
        <p className="max-w-lg text-balance text-muted">
          An account takes a minute. What you write stays yours, with every version of it.
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button asChild size="large">
            <Link to={signedIn ? paths.createContent() : paths.register}>
              {signedIn ? 'Write a post' : 'Create your account'}
            </Link>
          </Button>
          <Button asChild size="large">
            <Link to={paths.pricing}>See the plans</Link>
          </Button>
        </div>
      </section>
    </div>
  );
}
