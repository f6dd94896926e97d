import { Article, List, Planned, Section } from '#web/features/marketing/Article.tsx';

export default function FeaturesPage() {
  return (
    <Article title="Features" lead="What is there today, and what is planned.">
      <Section title="Content creation">
        <List
          items={[
            'Single posts with tags and a status',
            'Folders, nested as deep as you like',
            'A version kept of every change',
            <>
              Threads of many parts <Planned />
            </>,
            <>
              Media, templates and AI-assisted writing <Planned />
            </>,
          ]}
        />
      </Section>
      <Section title="Scheduling and automation">
        <List
          items={[
            <>
              A calendar to plan and move posts <Planned />
            </>,
            <>
              Publishing to connected accounts at the time you choose <Planned />
            </>,
            <>
              Automation workflows <Planned />
            </>,
          ]}
        />
      </Section>
      <Section title="Analytics">
        <List
          items={[
            <>
              Figures of what was published <Planned />
            </>,
          ]}
        />
      </Section>
    </Article>
  );
}
