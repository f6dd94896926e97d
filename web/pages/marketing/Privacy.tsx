import { paths } from '#contract/paths.ts';
import { Article, List, Section } from '#web/features/core/marketing/Article.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

export default function PrivacyPage() {
  return (
    <Article
      title="Privacy Policy"
      lead="What is stored about you, why, and for how long."
      path={paths.privacy}
      description="What is stored about the people who write their social media posts here, why, for how long, and how to have it erased."
    >
      <Section title="1. Who this is about">
        <p>
          This policy is about everyone who visits these pages, writes to us, or has an account. It
          belongs to the <TextLink to={paths.terms}>Terms of Service</TextLink>.
        </p>
      </Section>
      <Section title="2. What is stored">
        <List
          items={[
            'Your name, your e-mail address, and a hash of your password; for sign-in with X, your id and name there',
            'What you write: posts, threads, folders, tags, and every version of them',
            'A record of who changed what and when, with the IP address that it came from',
            'Your sessions: the program you use, its IP address, and when it was last used',
            'When you last opened the preview of a post, so that at most one view an hour is counted',
            'Messages that you send from the contact page',
          ]}
        />
      </Section>
      <Section title="3. What it is used for">
        <p>
          To let you and your workspace work with what you wrote, to keep accounts safe from others,
          to answer you, and to find out what went wrong. It is not used for advertising, and not
          sold.
        </p>
      </Section>
      <Section title="4. What stays in your browser">
        <p>
          Your session, your view of the pages, and text that is not saved yet are kept in your
          browser’s storage. A cookie is set for ten minutes when you sign in with X or connect it.
          There are no cookies for tracking.
        </p>
      </Section>
      <Section title="5. Where it is stored">
        <p>
          In the database of this server and its backups. No page here loads anything from
          elsewhere.
        </p>
      </Section>
      <Section title="6. Who else gets it">
        <p>
          The members of your workspace see what you write there. A social network gets what you
          publish to it. A mail server delivers the emails that are sent to you. No one else, unless
          the law requires it.
        </p>
      </Section>
      <Section title="7. How it is protected">
        <p>
          Passwords are stored as hashes that cannot be reversed, links to reset them work once and
          expire in one hour, and sign-in attempts are limited. Every change is recorded.
        </p>
      </Section>
      <Section title="8. How long it is kept">
        <p>
          Deleted posts are removed for good after 30 days, sessions and links once they have
          expired. Personal data is deleted within 30 days of account deletion; what you wrote in a
          workspace of several people stays there without your name.
        </p>
      </Section>
      <Section title="9. Your rights">
        <p>
          You can see and change what is stored about you in the settings, delete your account
          there, and ask us for a copy of your data or for its correction.
        </p>
      </Section>
      <Section title="10. Children">
        <p>
          The service is not for children under 13. If we learn that such an account exists, it is
          deleted.
        </p>
      </Section>
      <Section title="11. Changes and contact">
        <p>
          When this policy changes significantly, we say so on this page. Questions:{' '}
          <TextLink to={paths.contact}>write to us</TextLink>, or go back{' '}
          <TextLink to={paths.home}>home</TextLink>.
        </p>
      </Section>
    </Article>
  );
}
