type Props = { texts: readonly { label: string; text: string }[] };

/** Further texts below a text, each with its label. */
export const LabelledTexts = ({ texts }: Props) =>
  texts.map(({ label, text }) => (
    <span key={label} className="mt-2 block">
      <span className="block text-muted text-xs">{label}</span>
      {text}
    </span>
  ));
