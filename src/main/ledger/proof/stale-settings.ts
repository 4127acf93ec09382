/** A change of settings that states other settings before it than those that were in force. */
import { canonicalJson } from "../../../core/canonical.ts";
import { OPTION_NAMES } from "../../../core/words/options.ts";
import { uncapitalised } from "../../../core/text/sentence.ts";
import { type LedgerSettings, type SettingsChange, differingIn } from "../people/settings.ts";

type Stated = SettingsChange["before"];

const NAMES: Readonly<Record<keyof Stated, string>> = { ...OPTION_NAMES, decimals: "Decimals" };

/**
 * Names each setting that a change states otherwise than it was.
 *
 * @param stated what the change says that each setting was which it changed
 * @param now the settings that it puts in force
 * @param then those in force before it, and before the change that came before it
 * @returns one sentence; null where it states them as they were
 */
export function staleWords(
  stated: Stated,
  now: LedgerSettings,
  then: { readonly before: LedgerSettings; readonly earlier: LedgerSettings },
): string | null {
  const was = differingIn(then.before, now);
  const wrong = (Object.keys(NAMES) as (keyof Stated)[]).flatMap((name) => wrongWords(name, was, stated));
  if (wrong.length === 0) return null;
  const sentence = `The change of settings does not state the settings before it: ${wrong.join("; ")}`;
  const isOfTwoAtOnce = canonicalJson({ ...stated }) === canonicalJson({ ...differingIn(then.earlier, now) });
  return isOfTwoAtOnce
    ? `${sentence}. Earlier versions wrote this when two changes were saved at once`
    : sentence;
}

function wrongWords(name: keyof Stated, was: Stated, stated: Stated): string[] {
  if (was[name] === stated[name]) return [];
  const words = uncapitalised(NAMES[name]);
  if (was[name] === undefined) return [`${words}, which it does not change`];
  const how = stated[name] === undefined ? "which it does not state" : `which it states as ${stated[name]}`;
  return [`${words} ${was[name]}, ${how}`];
}
