/** One of a few choices, each with what speaks for it. */
import { Label, Radio, RadioGroup } from "react-aria-components";
import "./choice-group.css";

export interface ChoiceLine<T extends string> {
  readonly id: T;
  readonly label: string;
  /** What speaks for or against it, at the end of the line. */
  readonly evidence: string;
}

interface ChoiceGroupProps<T extends string> {
  readonly label: string;
  readonly hint: string;
  readonly value: T;
  readonly choices: readonly ChoiceLine<T>[];
  readonly onChange: (value: T) => void;
}

export function ChoiceGroup<T extends string>({
  label,
  hint,
  value,
  choices,
  onChange,
}: ChoiceGroupProps<T>) {
  return (
    <RadioGroup className="stack" value={value} onChange={(next) => onChange(next as T)}>
      <Label className="strong">{label}</Label>
      <p className="small faint choices-hint">{hint}</p>
      {choices.map(({ id, label: words, evidence }) => (
        <Radio key={id} value={id} className="row gap-2 choice">
          <span className="choice-dot" aria-hidden="true" />
          <span className="fill">{words}</span>
          <span className="rigid small quiet light">{evidence}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
