import {
  Bell,
  Bot,
  CalendarDays,
  CaseSensitive,
  CheckCheck,
  CloudOff,
  Eye,
  FlaskConical,
  FolderTree,
  History,
  Image,
  KeyRound,
  LayoutTemplate,
  ListChecks,
  ListOrdered,
  ListPlus,
  MessageSquare,
  Recycle,
  Repeat,
  Repeat2,
  Rss,
  Scissors,
  ScrollText,
  Send,
  Sparkles,
  TriangleAlert,
  Users,
  Workflow,
} from 'lucide-react';
import { NETWORK_LIST } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { Article, FeatureGrid, List, Section } from '#web/features/core/marketing/Article.tsx';
import { Screenshot } from '#web/features/core/marketing/Screenshot.tsx';
import { Closing } from './Closing.tsx';

const creation = [
  {
    icon: ListOrdered,
    title: 'Posts and threads',
    text: 'Single posts, and threads of up to 500 parts that are written like one text and saved as a whole.',
  },
  {
    icon: CaseSensitive,
    title: 'Counted the way they count',
    text: `${NETWORK_LIST} each have their own way of counting characters; the counter knows them all.`,
  },
  {
    icon: Image,
    title: 'Media',
    text: 'Pictures, GIFs and videos in one library, with alt texts; uploads go on after a lost connection.',
  },
  {
    icon: Eye,
    title: 'Previews',
    text: 'Links, mentions and hashtags as each network shows them, in posts and threads.',
  },
  {
    icon: Scissors,
    title: 'Long texts',
    text: 'Paste an article: it is cut into parts at the ends of sentences.',
  },
  {
    icon: CloudOff,
    title: 'Nothing lost',
    text: 'Drafts are saved while you write. Unsaved text survives a reload and a crash.',
  },
  {
    icon: Sparkles,
    title: 'Writing assistant',
    text: 'By a language model of your choice, on your own server too. It proposes, and you take what you like.',
  },
  {
    icon: LayoutTemplate,
    title: 'Templates',
    text: 'Patterns of posts with variables: a use asks for what differs. Snippets, hashtags, and what is always at the end of posts on a channel.',
  },
  {
    icon: FolderTree,
    title: 'A library',
    text: 'Folders as deep as you like, tags, and a search that forgives typos, in every script.',
  },
  {
    icon: ListChecks,
    title: 'In bulk',
    text: 'Move, copy, archive or delete thousands of posts in one step, all or nothing.',
  },
  {
    icon: ScrollText,
    title: 'Audit logs',
    text: 'Who did what, and when, with the values before and after; searched, filtered and exported.',
  },
  {
    icon: CheckCheck,
    title: 'Review',
    text: 'Submitted, approved, or rejected with a reason; an approval covers the text that was read, and no other.',
  },
  {
    icon: History,
    title: 'Version history',
    text: 'Every change is kept as a version, with who made it and when.',
  },
  {
    icon: Users,
    title: 'Members and roles',
    text: 'Invited by email or by link: editors write, approvers decide, viewers read.',
  },
  {
    icon: MessageSquare,
    title: 'Comments',
    text: 'Talk next to the text, mention a colleague with @, and resolve what is done.',
  },
  {
    icon: Bell,
    title: 'Notified at once',
    text: 'See what others change as they do it; the bell, and an email if you like, tell you what concerns you.',
  },
];

const scheduling = [
  {
    icon: CalendarDays,
    title: 'A calendar',
    text: 'A month, a week or a list: drag drafts to a day and posts to another, by mouse, touch or keys.',
  },
  {
    icon: ListPlus,
    title: 'Queues',
    text: 'Weekly slots for each account; a post takes the next one that is free.',
  },
  {
    icon: Send,
    title: 'Published on time',
    text: `On ${NETWORK_LIST}: every part once and in order, whatever fails along the way.`,
  },
  {
    icon: Repeat,
    title: 'Repeated',
    text: 'A post that is good for more than one day comes back on the days you choose.',
  },
  {
    icon: Workflow,
    title: 'Rules',
    text: 'When something happens, something is done: tried on the last 30 days first, and with a person in between, unless you decide otherwise. The assistant can be asked for a proposal.',
  },
  {
    icon: Repeat2,
    title: 'Afterwards',
    text: 'What is out is reposted, gets a reply below it, or is deleted after the days you choose, where the network allows it.',
  },
  {
    icon: Recycle,
    title: 'Evergreen folders',
    text: 'Approved posts come again in turn, in variations of their text, as seldom as you like, and never twice where a network refuses it.',
  },
  {
    icon: Rss,
    title: 'Feeds',
    text: 'What is new on another site becomes a draft, once, with its picture.',
  },
  {
    icon: KeyRound,
    title: 'Keys and webhooks',
    text: 'Programs write and schedule a post with one request, by keys limited to what each needs, and are told what happens. Zapier, Make, n8n and a command for terminals, too.',
  },
  {
    icon: Bot,
    title: 'Agents',
    text: 'Claude, ChatGPT, Cursor and others are let in by a person, and read, draft and propose by the Model Context Protocol. A person approves what they publish.',
  },
  {
    icon: TriangleAlert,
    title: 'Needs attention',
    text: 'What a network refuses is shown with the reason, and with what mends it.',
  },
  {
    icon: FlaskConical,
    title: 'Practice',
    text: 'A network on your own server, to try everything without an account elsewhere.',
  },
];

export default function FeaturesPage() {
  return (
    <Article
      wide
      title="Features"
      lead="What is available today."
      path={paths.features}
      description={`Posts and threads for ${NETWORK_LIST}, with a calendar, queues, approval, media, automation and agents: what is available today.`}
    >
      <Section title="Content creation">
        <FeatureGrid features={creation} />
        <div className="mt-5 grid gap-6 lg:grid-cols-2">
          <Screenshot
            name="thread"
            alt="The editor with a thread of five posts, each with its counter"
          />
          <Screenshot
            name="preview"
            alt="The preview of a thread as X shows it, with links and hashtags"
          />
        </div>
      </Section>
      <Section title="Scheduling and automation">
        <FeatureGrid features={scheduling} />
        <div className="mt-5">
          <Screenshot
            name="calendar"
            alt="The calendar: a month with the posts of each day, and the drafts beside it"
          />
        </div>
      </Section>
      <Section title="Analytics">
        <List
          items={[
            'Figures of what was published, for each network, compared with before and with what is usual',
            'Short links and visits on your own site, without cookies',
            'The best times of each account, and reports for teams and clients',
          ]}
        />
      </Section>
      <Closing />
    </Article>
  );
}
