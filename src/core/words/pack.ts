/** What an evidence pack claims, what is said of each claim, and where its bytes are. */
import { monthTitle } from "./month.ts";
import type { Month } from "../time.ts";

export const PACK_FORMAT = "tieout.pack/1";

/** What can be left out of a pack. */
export const WITHHOLDABLE = ["names", "phones", "notes"] as const;
export type Withholdable = (typeof WITHHOLDABLE)[number];

/** What tells a pack from every other, and what it leaves out. */
export interface PackFacts {
  /** Of the file, 64 hex digits. */
  readonly sha256: string;
  /** The link that seals it. */
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly withheld: readonly Withholdable[];
}

/** The lists of a pack: each is a file `NAME.jsonl`, and a tree that the seal holds. */
export const PACK_LISTS = [
  "links",
  "entries",
  "transactions",
  "findings",
  "entry-work",
  "transaction-work",
  "exceptions",
  "questions",
  "month",
] as const;

/** What a pack claims, in the order of docs/evidence-pack.md, section 15, and the files that show it; of the others `claimPlaces` says it. */
const FILES = {
  files: ["manifest.json"],
  trail: ["links.jsonl"],
  seal: ["seal.json", "checkpoint.txt", "links.jsonl"],
  rules: ["links.jsonl"],
  signature: [],
  records: ["entries.jsonl", "transactions.jsonl"],
  check: ["check.json", "findings.jsonl", "month.jsonl"],
  chain: ["entries.jsonl", "entry-work.jsonl", "findings.jsonl"],
  "roll-forward": ["entry-work.jsonl"],
  payments: ["transactions.jsonl", "transaction-work.jsonl", "entry-work.jsonl"],
  "three-way": ["entry-work.jsonl", "transaction-work.jsonl"],
  causes: ["month.jsonl", "findings.jsonl"],
  decisions: ["exceptions.jsonl", "findings.jsonl", "links.jsonl"],
  conclusion: ["month.jsonl", "exceptions.jsonl"],
  questions: ["questions.jsonl", "links.jsonl"],
  attachments: ["links.jsonl"],
  documents: ["month.jsonl", "workbook.xlsx", "binder.html"],
  restatements: ["month.jsonl"],
  source: [],
  people: [],
  time: [],
} satisfies Readonly<Record<string, readonly string[]>>;
export type PackClaim = keyof typeof FILES;
export const PACK_CLAIMS = Object.keys(FILES) as readonly PackClaim[];

interface ClaimedMonth {
  readonly month: Month;
  /** Numbers of links. */
  readonly prepared: number;
  readonly signed: number;
}

/** The file of a pack that has the token of a time stamp. @param link the one that keeps it */
export function tokenFile(link: number): string {
  return `anchors/link-${link}.tst`;
}

/** A whole file, or lines of a list. */
interface ClaimPlace {
  readonly file: string;
  readonly lines?: readonly number[];
}

/** What each claim says, without the full stop. */
export function claimSentence(claim: PackClaim, month: Month): string {
  const title = monthTitle(month);
  const SENTENCES: Readonly<Record<PackClaim, string>> = {
    files: "Every file is the one that was packed",
    trail: "Every link of the audit trail follows from the one before it",
    seal: "Every list is the one that the ledger sealed",
    rules: "Every link was allowed when it was written",
    signature: `${title} was prepared, and signed by somebody else on the same figures`,
    records: `These are the records that ${title} was signed on`,
    check: "The check that was kept is the one that was signed",
    chain: "Each balance follows from the one before it, or the difference is a finding",
    "roll-forward": "Opening, inflows, outflows and break differences come to the closing of each wallet",
    payments: "Each payment is settled as its entries say",
    "three-way": "Wallet, payments and balance per transactions agree",
    causes: "The amounts of each cause come to what it explains",
    decisions: "Each error and warning stands as it was decided",
    conclusion: "The conclusion follows from proofs, checks and materiality",
    questions: "Each question of an examiner is answered as records and links say",
    attachments: "Each file of evidence is the one that was attached",
    documents: "Workbook and binder are the ones that were made of this month",
    restatements: "What later pulls changed is listed",
    source: "The service said what the records say",
    people: "Whoever is named did it, at the time that is stated",
    time: "What was stamped existed by the time that an authority outside states",
  };
  return SENTENCES[claim];
}

const SIGNED: ReadonlySet<PackClaim> = new Set(["signature", "roll-forward", "three-way"]);

/** The time stamp of a pack's own head, as the link after it says it, and its token. */
export const HEAD_STAMP = { says: "anchors/head.json", token: "anchors/head.tst" } as const;

/** Where the bytes are that prove a claim. @param has whether the pack has a file @param anchors links that are time stamps */
export function claimPlaces(
  claim: PackClaim,
  { prepared, signed }: ClaimedMonth,
  has: (file: string) => boolean,
  anchors: readonly number[],
): ClaimPlace[] {
  const lines = [prepared, signed];
  if (claim === "time") {
    const tokens = [...anchors.map(tokenFile), HEAD_STAMP.says, HEAD_STAMP.token].filter((file) => has(file));
    const links = anchors.length === 0 ? [] : [{ file: "links.jsonl", lines: anchors }];
    return [...links, ...tokens.map((file) => ({ file }))];
  }
  return [
    ...FILES[claim].filter((file) => file === "manifest.json" || has(file)).map((file) => ({ file })),
    ...(SIGNED.has(claim) ? [{ file: "links.jsonl", lines }] : []),
  ];
}

/** How a claim came out. */
export type ClaimVerdict = "proven" | "broken" | "not-proven";

export const VERDICT_WORDS: Readonly<Record<ClaimVerdict, string>> = {
  proven: "proven",
  broken: "broken",
  "not-proven": "cannot be proven here",
};

/** The head that holds a pack, to be kept elsewhere; without a full stop. */
export function packHead({ hash, sequence }: { readonly hash: string; readonly sequence: number }): string {
  return `Head that holds it: ${hash} (link ${sequence})`;
}
