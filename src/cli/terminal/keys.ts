/** The keys of a ledger as text and as JSON. */
import {
  type SignatureReport,
  keyFingerprint,
  revokedWords,
  signatureSentences,
} from "../../core/review/close/keys.ts";
import { withInstant } from "../../core/time.ts";
import { type Terminal, harmless, print, writeJson } from "./terminal.ts";

/** A line each: who signed with which key, and how many acts are signed by name only. */
export function signatureLines(report: SignatureReport): string[] {
  return signatureSentences(report).map((sentence) => harmless(`${sentence}.`));
}

export async function printKeys(terminal: Terminal, report: SignatureReport): Promise<void> {
  const none = report.keys.length === 0 ? ["No key is enrolled. Make one with tieout key new."] : [];
  const revoked = report.keys.flatMap((key) => revokedWords(key) ?? []).map((words) => harmless(`${words}.`));
  await print(terminal, `${[...none, ...signatureLines(report), ...revoked].join("\n")}\n`);
}

/** Public keys and links; names and notes as they were typed. */
export function keysDocument({ acts, withKey, demand, keys }: SignatureReport) {
  return {
    acts,
    withKey,
    demanded: demand !== null,
    ...(demand === null || demand === "all" ? {} : { demandedFrom: demand.fromMonth }),
    keys: keys.map(({ key, name, atMs, link, revoked, signed }) => ({
      ...withInstant({ key, fingerprint: keyFingerprint(key), name, link, atMs }),
      revoked: withInstant(revoked),
      signed,
    })),
  };
}

export async function writeKeysJson(terminal: Terminal, report: SignatureReport): Promise<void> {
  await writeJson(terminal, { schema: "tieout.keys/1", ...keysDocument(report) });
}
