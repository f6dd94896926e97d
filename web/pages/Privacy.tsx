import { Article, Section } from '#web/features/marketing/Article.tsx';
import { paths } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/TextLink.tsx';

export default function PrivacyPage() {
  return (
    <Article title="Privacy Policy">
      <Section title="What is stored">
        <p>
          Your name, your e-mail address, a hash of your password, what you write, and a record of who changed what,
          with the address it came from.
        </p>
      </Section>
      <Section title="Where it is stored">
        <p>
          In the database of this server. Nothing is sent to anybody else, and no page here loads anything from
          elsewhere.
        </p>
      </Section>
      <Section title="Deletion">
        <p>Personal data is deleted within 30 days of account deletion.</p>
      </Section>
      <Section title="Children">
        <p>The service is not for children under 13.</p>
      </Section>
      <p>
        See also the <TextLink to={paths.terms}>Terms of Service</TextLink>,{' '}
        <TextLink to={paths.contact}>contact us</TextLink>, or go <TextLink to={paths.home}>home</TextLink>.
      </p>
    </Article>
  );
}
