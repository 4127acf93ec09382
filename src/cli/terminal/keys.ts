/** The keys of a ledger as text and as JSON. */
import {
  type SignatureReport,
  keyFingerprint,
  keyUseWords,
  revokedWords,
  signedWords,
} from "../../core/review/close/keys.ts";
import { withInstant } from "../../core/time.ts";
import { type Terminal, harmless, print, writeJson } from "./terminal.ts";

/** A line each: the keys, who revoked them and why, and how many acts are signed. */
export function keyLines(report: SignatureReport): string[] {
  const { keys, isDemanded } = report;
  const signed = signedWords(report);
  return [
    ...keys.flatMap((key) => [keyUseWords(key), ...(revokedWords(key) ?? [])].flat()),
    ...(signed === "" ? [] : [signed]),
    ...(isDemanded ? ["This ledger demands keys"] : []),
  ].map((line) => harmless(`${line}.`));
}

export async function printKeys(terminal: Terminal, report: SignatureReport): Promise<void> {
  const none = report.keys.length === 0 ? ["No key is enrolled. Make one with tieout key new."] : [];
  await print(terminal, `${[...none, ...keyLines(report)].join("\n")}\n`);
}

/** Public keys and links; names and notes as they were typed. */
export function keysDocument({ acts, withKey, isDemanded, keys }: SignatureReport) {
  return {
    acts,
    withKey,
    demanded: isDemanded,
    keys: keys.map(({ key, name, atMs, link, revoked, signed }) => ({
      ...withInstant({ key, fingerprint: keyFingerprint(key), name, link, atMs }),
      revoked: revoked === null ? null : withInstant(revoked),
      signed,
    })),
  };
}

export async function writeKeysJson(terminal: Terminal, report: SignatureReport): Promise<void> {
  await writeJson(terminal, { schema: "tieout.keys/1", ...keysDocument(report) });
}
