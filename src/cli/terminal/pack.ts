/** The results of `tieout pack` and `tieout verify --pack` as text. */
import { formatCount } from "../../core/money.ts";
import { bytesText } from "../../core/size-text.ts";
import { signerWords } from "../../core/review/close/keys.ts";
import { monthTitle } from "../../core/words/month.ts";
import { withInstant } from "../../core/time.ts";
import { VERDICT_WORDS, packHead } from "../../core/words/pack.ts";
import type { PackReport } from "../../main/services/export/pack-month.ts";
import type { PackProof } from "../../main/services/export/verify-pack.ts";
import { harmless } from "./terminal.ts";

/** What was packed, with its time as RFC 3339. */
export function packedDocument({ signed, ...report }: PackReport) {
  return { schema: "tieout.packed/1", ...report, signed: withInstant(signed) };
}

/** What was packed, and the head that holds it. */
export function packedLines(
  { month, withheld, files, bytes, sha256, head }: PackReport,
  out: string,
): string {
  const left = withheld.length === 0 ? "" : ` Left out: ${withheld.join(", ")}.`;
  return [
    `Packed ${monthTitle(month)} into ${harmless(out)}: ${formatCount(files, "file")}, ${bytesText(bytes)}.${left}`,
    `SHA-256 of the pack: ${sha256}`,
    packHead(head),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** Each claim in a line, below it where it is broken or why it cannot be proven here; then the verdict. */
export function packProofLines(proof: PackProof): string {
  const claims = proof.claims.flatMap(({ says, verdict, words }) => [
    `${VERDICT_WORDS[verdict]}: ${says}.`,
    ...words.map((word) => `  ${harmless(word)}.`),
  ]);
  return [...claims, ...signersLine(proof), packVerdict(proof)].map((line) => `${line}\n`).join("");
}

/** Names, and fingerprints of keys, to compare with those that the people told. */
function signersLine({ signers: { prepared, signed } }: PackProof): string[] {
  if (prepared === null || signed === null) return [];
  const words = ({ by, key }: typeof prepared) => harmless(signerWords(by ?? "a withheld name", key));
  return [`Prepared by ${words(prepared)}. Signed off by ${words(signed)}.`];
}

function packVerdict({ ok, claims, head }: PackProof): string {
  const of = (verdict: string) => claims.filter((one) => one.verdict === verdict).length;
  if (!ok) return `The pack is broken: ${formatCount(of("broken"), "claim")} of ${claims.length}.`;
  return `${of("proven")} of ${claims.length} claims are proven, none is broken. Head: ${head.hash} (link ${head.sequence})`;
}
