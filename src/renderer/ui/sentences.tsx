/** `<Sentences of={limits} />`: each in a line of its own. */

interface SentencesProps {
  readonly of: readonly string[];
  readonly className?: string;
}

export function Sentences({ of, className }: SentencesProps) {
  return (
    <ul className={className}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
