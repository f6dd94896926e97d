import { Article, List, Planned, Section } from '#web/features/marketing/Article.tsx';
import { Screenshot } from '#web/features/marketing/Screenshot.tsx';
import { paths } from '#web/lib/paths.ts';

const planned = (text: string) => (
  <>
    {text} <Planned />
  </>
);

export default function FeaturesPage() {
  return (
    <Article
      title="Features"
      lead="What is there today, and what is planned."
      path={paths.features}
      description="Posts and threads, counters and previews for X, Bluesky, Mastodon and LinkedIn, folders, tags, versions: what is there today, and what is planned."
    >
      <Section title="Content creation">
        <List
          items={[
            'Single posts, and threads of up to 500 parts that are written like one text and saved as a whole',
            'Counters and previews for X, Bluesky, Mastodon and LinkedIn, each with its own way of counting',
            'Long texts cut into parts at the ends of sentences',
            'Text that is not saved yet survives a reload and a crash',
            'Folders as deep as you like, tags, filters, and one operation on thousands of posts at once',
            'A content library with a version of every change, and who made it',
            planned('AI-assisted writing, templates and media management'),
          ]}
        />
        <Screenshot
          name="thread"
          alt="The editor with a thread of five posts, each with its counter"
          className="mt-4 lg:-mx-16"
        />
      </Section>
      <Section title="Scheduling and automation">
        <List
          items={[
            planned('A drag-and-drop calendar to plan and move posts'),
            planned('Publishing to connected accounts at the time you choose'),
            planned('Review with approval, notifications and automation workflows'),
          ]}
        />
      </Section>
      <Section title="Analytics">
        <List
          items={[planned('Figures of what was published, for each network'), planned('Reports for teams and clients')]}
        />
      </Section>
    </Article>
  );
}
