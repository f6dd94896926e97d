/** The name of a column beside its value, where the row of a table is a block: on a phone. */
export const ColumnLabel = ({ text }: { text: string }) => (
  <span aria-hidden className="mr-1.5 text-muted text-xs md:hidden">
    {text}
  </span>
);
