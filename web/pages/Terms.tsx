import { Article, Section } from '#web/features/marketing/Article.tsx';
import { paths } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/TextLink.tsx';

export default function TermsPage() {
  return (
    <Article title="Terms of Service" lead="Last updated January 1, 2024">
      <Section title="Your account">
        <p>You are responsible for what is done with your account. Keep your password to yourself.</p>
      </Section>
      <Section title="Your content">
        <p>
          What you write is yours. It is stored to be shown to you and to the members of your workspace, and for nothing
          else.
        </p>
      </Section>
      <Section title="Trial and plans">
        <p>
          The trial takes 14 days and needs no credit card. After a trial without subscribing, the account stays active
          with limited features.
        </p>
      </Section>
      <p>
        See also the <TextLink to={paths.privacy}>Privacy Policy</TextLink>,{' '}
        <TextLink to={paths.contact}>contact us</TextLink>, or go <TextLink to={paths.home}>home</TextLink>.
      </p>
    </Article>
  );
}
