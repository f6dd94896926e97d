import { paths } from '#contract/paths.ts';
import { Article, Section } from '#web/features/core/marketing/Article.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

export default function TermsPage() {
  return (
    <Article
      title="Terms of Service"
      lead="Last updated January 1, 2024"
      path={paths.terms}
      description="The terms under which you may write, organise, review and publish your social media posts here."
    >
      <Section title="1. Acceptance of these terms">
        <p>
          By creating an account or using the service you agree to these terms and to the{' '}
          <TextLink to={paths.privacy}>Privacy Policy</TextLink>. If you use it for an organisation,
          you agree for that organisation, too, and confirm that you may.
        </p>
      </Section>
      <Section title="2. The service">
        <p>
          The service is a place to write, organise, review and publish texts for social networks.
          It is in beta: parts of it change, and what is marked as planned is not available yet.
        </p>
      </Section>
      <Section title="3. Your account">
        <p>
          You must be at least 13 years old. Give an email address that reaches you, keep your
          password to yourself, and end sessions that are not yours; you are responsible for what is
          done with your account.
        </p>
      </Section>
      <Section title="4. Trial, plans and payment">
        <p>
          The trial lasts 14 days and needs no credit card. After a trial without subscribing, the
          account stays active with limited features. Plans are paid by the month; annual billing
          gives 20% off. There are no setup fees, and plan changes take effect at once with prorated
          billing.
        </p>
      </Section>
      <Section title="5. Your content">
        <p>
          What you write stays yours. You allow the service to store it, to show it to the members
          of your workspace, and to send it where you publish it. It may not be used for anything
          else.
        </p>
      </Section>
      <Section title="6. Acceptable use">
        <p>
          Do not use the service to break the law or violate the rights of others, to send
          unsolicited messages, to spread malicious programs, or to get around its limits. Do not
          try to reach what belongs to someone else.
        </p>
      </Section>
      <Section title="7. Social networks">
        <p>
          The accounts you connect are subject to the terms of their networks. A network may refuse
          a post, or end its connection; the service is not responsible for that.
        </p>
      </Section>
      <Section title="8. The service’s own rights">
        <p>
          The program, its name and its design belong to those who make it. These terms give you the
          right to use them, and no other.
        </p>
      </Section>
      <Section title="9. Availability">
        <p>
          We work to keep the service up and your texts safe, and announce interruptions where we
          can. While it is in beta we promise no particular availability.
        </p>
      </Section>
      <Section title="10. Termination">
        <p>
          You can delete your account in the settings at any time. We may close an account that
          breaks these terms, after a warning where that is possible.
        </p>
      </Section>
      <Section title="11. Warranty and liability">
        <p>
          The service is provided as it is. As far as the law allows, we are not liable for lost
          profit or for damage that we could not foresee; our liability is limited to what you paid
          in the twelve months before.
        </p>
      </Section>
      <Section title="12. Changes to these terms">
        <p>
          When these terms change significantly, we tell you before they do. Anyone who continues to
          use the service afterwards agrees to them.
        </p>
      </Section>
      <Section title="13. Contact">
        <p>
          Questions about these terms are welcome:{' '}
          <TextLink to={paths.contact}>write to us</TextLink>, or go back{' '}
          <TextLink to={paths.home}>home</TextLink>.
        </p>
      </Section>
    </Article>
  );
}
