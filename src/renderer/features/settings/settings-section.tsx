/** `<SettingsSection title words>…</SettingsSection>`: one group of settings. */
import { type ReactNode, useId } from "react";

interface SettingsSectionProps {
  readonly title: string;
  /** Where it is kept, or what it changes. */
  readonly words: ReactNode;
  /** Of its title, where one can go to it. */
  readonly titleId?: string;
  readonly children: ReactNode;
}

export function SettingsSection({ title, words, titleId, children }: SettingsSectionProps) {
  const own = useId();
  const id = titleId ?? own;
  return (
    <section className="edge-above pad-y-4 settings-section" aria-labelledby={id}>
      <div>
        <h2 id={id} className="lands" tabIndex={-1}>
          {title}
        </h2>
        <p className="small quiet below-2">{words}</p>
      </div>
      <div className="stack gap-4 shrinks">{children}</div>
    </section>
  );
}
