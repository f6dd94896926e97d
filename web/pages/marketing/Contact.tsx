import { paths } from '#contract/paths.ts';
import { Article, Section } from '#web/features/core/marketing/Article.tsx';
import { ContactForm } from '#web/features/people/contact/ContactForm.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

export default function ContactPage() {
  return (
    <Article
      wide
      title="Contact"
      lead="Tell us what you need. Support replies within 24 hours."
      path={paths.contact}
      description="Write to us about anything you need for your social media posts. Support replies within 24 hours."
    >
      <div className="grid gap-12 lg:grid-cols-[2fr_1fr]">
        <ContactForm />
        <div className="flex flex-col gap-8">
          <Section title="Live chat">
            <p>Monday to Friday, 9 AM to 6 PM PST.</p>
          </Section>
          <Section title="Lost your password?">
            <p>
              You can <TextLink to={paths.forgotPassword}>set a new one</TextLink> without writing
              to anyone.
            </p>
          </Section>
        </div>
      </div>
    </Article>
  );
}
