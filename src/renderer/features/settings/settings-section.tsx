/** One group of settings: what it is about on the left, its fields on the right. */
import { type ReactNode, useId } from "react";

interface SettingsSectionProps {
  readonly title: string;
  /** Where it is kept, or what it changes. */
  readonly words: ReactNode;
  readonly children: ReactNode;
}

export function SettingsSection({ title, words, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="edge-above settings-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="small quiet settings-words">{words}</p>
      </div>
      <div className="stack gap-4 shrinks">{children}</div>
    </section>
  );
}
