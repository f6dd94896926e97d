import { Article, Planned, Section } from '#web/features/marketing/Article.tsx';

export default function ContactPage() {
  return (
    <Article title="Contact" lead="Support replies within 24 hours.">
      <Section title="This server">
        <p>
          For questions about your account, ask whoever runs this server: they gave you its address. They alone can
          reset a password or read the server's log.
        </p>
      </Section>
      <Section title="Live chat">
        <p>Monday to Friday, 9 AM to 6 PM PST.</p>
      </Section>
      <Section title="Contact form">
        <p>
          A form to write to us from this page <Planned />
        </p>
      </Section>
    </Article>
  );
}
