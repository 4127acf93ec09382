/** A change of settings that states other settings before it than those that were in force. */
import { canonicalJson } from "../../../core/canonical.ts";
import { OPTION_WORDS } from "../../../core/review/since/since.ts";
import { type LedgerSettings, type SettingsChange, differingIn } from "../people/settings.ts";

const WORDS: Readonly<Record<string, string>> = { ...OPTION_WORDS, decimals: "decimals" };

/**
 * Names each setting that a change states otherwise than it was.
 *
 * @param stated what the change says that each setting was which it changed
 * @param now the settings that it puts in force
 * @param then those in force before it, and before the change that came before it
 * @returns one sentence; null where it states them as they were
 */
export function staleWords(
  stated: SettingsChange["before"],
  now: LedgerSettings,
  then: { readonly before: LedgerSettings; readonly earlier: LedgerSettings },
): string | null {
  const was: Readonly<Record<string, unknown>> = differingIn(then.before, now);
  const said: Readonly<Record<string, unknown>> = stated;
  const names = [...new Set([...Object.keys(was), ...Object.keys(said)])];
  const wrong = names.filter((name) => was[name] !== said[name]);
  if (wrong.length === 0) return null;
  const each = wrong.map((name) => {
    const label = WORDS[name] ?? name;
    if (was[name] === undefined) return `${label}, which it does not change`;
    const how =
      said[name] === undefined ? "which it does not state" : `which it states as ${String(said[name])}`;
    return `${label} ${String(was[name])}, ${how}`;
  });
  const sentence = `The change of settings does not state the settings before it: ${each.join("; ")}`;
  const isOfTwoAtOnce = canonicalJson({ ...stated }) === canonicalJson({ ...differingIn(then.earlier, now) });
  return isOfTwoAtOnce
    ? `${sentence}. Earlier versions wrote this when two changes were saved at once`
    : sentence;
}
