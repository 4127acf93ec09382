/**
 * Evidence packs that somebody tampered with, each with the verdict that every verifier of docs/evidence-pack.md must give. At least
 * half of them have every hash made right again.
 */
import { type JsonValue, canonicalJson } from "../../src/core/canonical.ts";
import type { PackClaim } from "../../src/core/words/pack.ts";
import { type Link, linkHash } from "../../src/main/ledger/file/audit.ts";
import { signLink } from "../../src/main/ledger/file/signature.ts";
import {
  type Line,
  type ListName,
  type Members,
  type SceneName,
  REVOKED_KEY,
  type TakenApart,
  packOf,
  payloadOf,
  raise,
  rehashed,
  takenApart,
} from "./packs.ts";
import { CUTS } from "./unhashed-packs.ts";

/** What a pack of the corpus must come to. */
export interface CorpusPack {
  readonly name: string;
  readonly make: () => Buffer;
  /** The claim that is broken, perhaps with others; null where none is. */
  readonly broken: PackClaim | null;
  /** A head that was kept elsewhere. */
  readonly head: string | null;
  /** Whether every hash fits again. */
  readonly isRehashed: boolean;
}

// What is done to a pack whose hashes are all made right again. What gives false has nothing of the kind in it.

interface Tampering {
  readonly name: string;
  readonly broken: PackClaim;
  readonly edit: (pack: TakenApart) => boolean | void;
}

const put = (leaf: Members | undefined, member: string, value: JsonValue): boolean => {
  if (leaf !== undefined) leaf[member] = value;
  return leaf !== undefined;
};
const contentsOf = (lines: readonly Line[]) =>
  lines.flatMap(({ leaf }) => (leaf["record"] === undefined ? [] : [leaf["record"] as Members]));
const frozenIn = (pack: TakenApart) =>
  (["prepared", "signed"] as const).map((which) => payloadOf(pack, which)["frozen"] as Members);
const inMonth = (pack: TakenApart, is: string) =>
  pack.lists.month.find(({ leaf }) => leaf["is"] === is)?.leaf;
const settledOnes = (pack: TakenApart) =>
  pack.lists["transaction-work"].flatMap(({ leaf }, n) =>
    leaf["expected"] !== null && leaf["paid"] === true && leaf["skip"] === "none" ? [n] : [],
  );
/** A record of a payment of a seller that is judged. */
const judged = (pack: TakenApart) => {
  const [n] = settledOnes(pack);
  const payID = n === undefined ? null : pack.lists["transaction-work"][n]!.leaf["payID"];
  return contentsOf(pack.lists.transactions).find((record) => record["payID"] === payID);
};

/** Each of some fields of a line, raised by one. */
function raised(
  list: ListName,
  broken: PackClaim,
  members: readonly string[],
  from: "first" | "last",
): Tampering[] {
  return members.map((member) => ({
    name: `${list}: ${member} of the ${from} line is another`,
    broken,
    edit: ({ lists }) => raise(lists[list].at(from === "first" ? 0 : -1)?.leaf, member),
  }));
}

const PROOF_LINES = [
  "opening",
  "stated",
  "expected",
  "differences",
  "orphans",
  "noPayref",
  "said",
  "unexplained",
];

/** The signature of a key on the month's sign-off, and the other links with one of that key. */
const signedOff = (pack: TakenApart) => {
  const payload = payloadOf(pack, "signed");
  const own = payload["signed"] as Members | undefined;
  const others = pack.lists.links
    .map(({ leaf }) => (leaf["payload"] as Members)["signed"] as Members | undefined)
    .filter((one) => one !== own && one?.["key"] === own?.["key"]);
  return { payload, own, others };
};

const KEY_TAMPERINGS: readonly Tampering[] = [
  {
    name: "links: a signature of a key is another",
    broken: "rules",
    edit: (pack) => put(signedOff(pack).own, "signature", "0".repeat(128)),
  },
  {
    name: "links: a signature of a key was made for another link",
    broken: "rules",
    edit: (pack) => {
      const { own, others } = signedOff(pack);
      return put(own, "signature", others[0]?.["signature"] ?? "");
    },
  },
  {
    name: "links: a signature of a key is left out",
    broken: "rules",
    edit: (pack) => {
      const { payload, own } = signedOff(pack);
      delete payload["signed"];
      return own !== undefined;
    },
  },
  {
    name: "links: the preparation has no signature of a key, and its month demands keys",
    broken: "rules",
    edit: (pack) => {
      const prepared = payloadOf(pack, "prepared");
      const hadOne = prepared["signed"] !== undefined;
      delete prepared["signed"];
      prepared["by"] = "Di Oke";
      return hadOne;
    },
  },
  {
    name: "links: what came before a signature of a key was written at another time",
    broken: "rules",
    edit: (pack) => {
      raise(pack.lists.links[1]!.leaf, "atMs", 60_000);
      return signedOff(pack).own !== undefined;
    },
  },
  {
    name: "links: a key signs that was revoked",
    broken: "rules",
    edit: (pack) => {
      const { payload, own } = signedOff(pack);
      if (own === undefined) return false;
      delete payload["signed"];
      payload["by"] = "Cy Dee";
      const number = Number(pack.manifest["signed"]);
      const [before, link] = [number - 2, number - 1].map(
        (at) => pack.lists.links[at]!.leaf as never as Link,
      );
      const unsigned = { ...link!, payload: canonicalJson(payload) };
      const hash = linkHash(pack.manifest["ledger"] as string, before!.hash, unsigned);
      return put(payload, "signed", { ...signLink(hash, REVOKED_KEY) });
    },
  },
];

const questioned = (pack: TakenApart, id: string) =>
  pack.lists.questions.find(({ leaf }) => leaf["id"] === id)?.leaf;

const QUESTION_TAMPERINGS: readonly Tampering[] = [
  {
    name: "questions: what the auditor has to do is left out",
    broken: "questions",
    edit: ({ lists }) => {
      lists.questions = lists.questions.filter(({ leaf }) => leaf["id"] !== "own-pull");
    },
  },
  {
    name: "questions: a balance is not asked about",
    broken: "questions",
    edit: ({ lists }) => {
      lists.questions = lists.questions.filter(({ leaf }) => leaf["owner"] !== "the provider");
    },
  },
  {
    name: "questions: what is missing is owed by nobody",
    broken: "questions",
    edit: (pack) => {
      const own = questioned(pack, "own-pull");
      return put(own, "owner", null) && put(own, "closes", null);
    },
  },
  {
    name: "questions: an answer is pinned down by what is not there",
    broken: "questions",
    edit: (pack) => put(questioned(pack, "source"), "sha256", "a".repeat(64)),
  },
  {
    name: "questions: it concludes otherwise",
    broken: "questions",
    edit: (pack) => put(questioned(pack, "conclusion"), "answer", "Clean."),
  },
  {
    name: "questions: it is decided otherwise",
    broken: "questions",
    edit: (pack) => {
      const own = questioned(pack, "decided");
      return put(own, "basis", own?.["basis"] === "asserted" ? "computed" : "asserted");
    },
  },
];

/** Ways to type a name otherwise. */
const SAME_NAMES: readonly (readonly [how: string, typed: (name: string) => string])[] = [
  ["with look-alike letters", (name) => name.replaceAll("a", "а").replaceAll("B", "В").replaceAll("e", "е")],
  [
    "in wide letters",
    (name) =>
      Array.from(name, (letter) =>
        letter === " " ? letter : String.fromCodePoint(letter.codePointAt(0)! + 0xfee0),
      ).join(""),
  ],
  ["in capitals, with the last word first", (name) => name.toUpperCase().split(" ").toReversed().join(",  ")],
  ["with a sign that nobody sees", (name) => `${name.slice(0, 2)}\u200b${name.slice(2)}`],
  ["with digits for letters", (name) => name.replaceAll("O", "0").replaceAll("o", "0").replaceAll("l", "1")],
  ["with points between", (name) => name.replaceAll(" ", ". ")],
];

const TAMPERINGS: readonly Tampering[] = [
  ...["balance", "debit_balance", "credit_balance"].flatMap((member) =>
    [1, -1].map((end): Tampering => ({
      name: `entries: ${member} of an entry at an end is another (${end})`,
      broken: "chain",
      edit: ({ lists }) => {
        const walletID = lists["entry-work"].at(end)?.leaf["walletID"];
        const last = contentsOf(lists.entries).findLast((one) => one["walletID"] === walletID);
        return raise(last, member, 7);
      },
    })),
  ),
  {
    name: "entries: the newest one is left out",
    broken: "records",
    edit: ({ lists }) => lists.entries.at(-1)!.leaf["is"] === "first" && lists.entries.pop() !== undefined,
  },
  ...raised("entry-work", "chain", ["movement", "difference", "periodMs"], "first"),
  ...raised("entry-work", "chain", ["movement", "difference", "dateMs"], "last"),
  {
    name: "entry-work: an entry is out of the period",
    broken: "chain",
    edit: ({ lists }) => {
      const own = lists["entry-work"].find(({ leaf }) => leaf["inPeriod"] === true);
      return put(own?.leaf, "inPeriod", false);
    },
  },
  {
    name: "entry-work: a tied entry is tied to nothing",
    broken: "payments",
    edit: ({ lists }) => {
      const tied = lists["entry-work"].find(({ leaf }) => leaf["payID"] !== null);
      return put(tied?.leaf, "payID", null);
    },
  },
  {
    name: "transactions: a payment charges more",
    broken: "payments",
    edit: (pack) => {
      const fee = judged(pack)?.["fee"] as Members | undefined;
      return raise(fee, "chargedamount", 13) && raise(fee, "payableamount", 13);
    },
  },
  {
    name: "transactions: a payment was never made",
    broken: "payments",
    edit: (pack) => {
      const record = judged(pack);
      return put(record, "datePaid", null);
    },
  },
  {
    name: "transactions: a payment is deleted",
    broken: "payments",
    edit: (pack) => {
      const n = pack.lists["transaction-work"].find(({ leaf }) => leaf["settlement"] === "unsettled")?.leaf[
        "payID"
      ];
      const record = contentsOf(pack.lists.transactions).find((one) => one["payID"] === n);
      return put(record, "is_deleted", 1);
    },
  },
  ...["expected", "net", "entries"].flatMap((member) =>
    [0, -1].map((end): Tampering => ({
      name: `transaction-work: ${member} of one is another (${end})`,
      broken: "payments",
      edit: (pack) => {
        const n = settledOnes(pack).at(end);
        return n === undefined ? false : raise(pack.lists["transaction-work"][n]!.leaf, member);
      },
    })),
  ),
  ...["settled", "notDue", "unsettled"].map((status): Tampering => ({
    name: `transaction-work: one is said to be ${status}`,
    broken: "payments",
    edit: (pack) => {
      const other = pack.lists["transaction-work"].find(
        ({ leaf }) => leaf["skip"] === "none" && leaf["settlement"] !== status,
      );
      return put(other?.leaf, "settlement", status);
    },
  })),
  ...["opening", "inflow", "outflow", "breakDifference", "closing", "entries"].map((figure): Tampering => ({
    name: `links: ${figure} of a wallet was signed otherwise`,
    broken: "roll-forward",
    edit: (pack) => frozenIn(pack).every((frozen) => raise((frozen["wallets"] as Members[])[0], figure, 3)),
  })),
  ...PROOF_LINES.map((line): Tampering => ({
    name: `links: the proof's line ${line} was signed otherwise`,
    broken: "three-way",
    edit: (pack) =>
      frozenIn(pack).every((frozen) =>
        raise((frozen["proofs"] as Members[])[0]!["amounts"] as Members, line, 5),
      ),
  })),
  ...["amount", "items"].map((member): Tampering => ({
    name: `links: ${member} of outstanding items was signed otherwise`,
    broken: "three-way",
    edit: (pack) =>
      frozenIn(pack).every((frozen) => raise((frozen["outstanding"] as Members[])[0], member, 2)),
  })),
  {
    name: "links: more errors were decided",
    broken: "decisions",
    edit: (pack) => frozenIn(pack).every((frozen) => raise(frozen["errors"] as Members, "decided")),
  },
  {
    name: "links: the signature freezes other figures than the preparation",
    broken: "rules",
    edit: (pack) => raise((payloadOf(pack, "signed")["frozen"] as Members)["errors"] as Members, "total"),
  },
  ...KEY_TAMPERINGS,
  {
    name: "links: the preparer signed",
    broken: "rules",
    edit: (pack) => {
      payloadOf(pack, "signed")["by"] = payloadOf(pack, "prepared")["by"]!;
    },
  },
  ...SAME_NAMES.map(([how, typed]): Tampering => ({
    name: `links: the preparer signed, ${how}`,
    broken: "rules",
    edit: (pack) => {
      payloadOf(pack, "signed")["by"] = typed(payloadOf(pack, "prepared")["by"] as string);
    },
  })),
  {
    name: "links: the month was prepared on a pull that is not the newest",
    broken: "rules",
    edit: (pack) => frozenIn(pack).every((frozen) => raise(frozen, "pullId")),
  },
  {
    name: "links: a step of the close has another number",
    broken: "rules",
    edit: (pack) => raise(payloadOf(pack, "signed"), "close", 4),
  },
  {
    name: "links: an override has no reason",
    broken: "rules",
    edit: (pack) => {
      const prepared = payloadOf(pack, "prepared");
      const { length } = (prepared["frozen"] as Members)["overridden"] as JsonValue[];
      return length > 0 && put(prepared, "note", "");
    },
  },
  {
    name: "links: a decision has no reason",
    broken: "rules",
    edit: ({ lists }) => {
      const decided = lists.links.find(({ leaf }) => leaf["kind"] === "decision");
      return put(decided?.leaf["payload"] as Members | undefined, "note", " ");
    },
  },
  {
    name: "links: the run that was signed was another",
    broken: "rules",
    edit: ({ lists }) => {
      const run = lists.links.find(({ leaf }) => leaf["kind"] === "run");
      (run!.leaf["payload"] as Members)["sha256"] = "0".repeat(64);
    },
  },
  {
    name: "links: a decision explains what was raised",
    broken: "decisions",
    edit: ({ lists }) => {
      const decided = lists.links.find(
        ({ leaf }) => leaf["kind"] === "decision" && (leaf["payload"] as Members)["status"] !== "explained",
      );
      return put(decided?.leaf["payload"] as Members | undefined, "status", "explained");
    },
  },
  ...(["amount", "class", "decision"] as const).map((member): Tampering => ({
    name: `exceptions: ${member} of one is another`,
    broken: "decisions",
    edit: ({ lists }) => {
      const leaf = lists.exceptions[0]?.leaf;
      if (member === "amount") return raise(leaf, member, 11);
      const other = leaf?.["class"] === "explained" ? "raised" : "explained";
      return put(leaf, member, member === "class" ? other : 77);
    },
  })),
  {
    name: "exceptions: the last one is left out",
    broken: "decisions",
    edit: ({ lists }) => lists.exceptions.pop() !== undefined,
  },
  {
    name: "findings: the first one is left out",
    broken: "check",
    edit: ({ lists }) => lists.findings.shift() !== undefined,
  },
  {
    name: "findings: one is less severe",
    broken: "check",
    edit: ({ lists }) => {
      const error = lists.findings.find(({ leaf }) => leaf["severity"] === "error");
      return put(error?.leaf, "severity", "info");
    },
  },
  ...raised("findings", "check", ["difference", "atStake"], "first"),
  {
    name: "month: a cause explains another amount",
    broken: "causes",
    edit: (pack) =>
      raise(((inMonth(pack, "check")!["causes"] as Members)["items"] as Members[])[0], "amount", 9),
  },
  {
    name: "month: there is one cause less than there are items",
    broken: "causes",
    edit: (pack) => {
      const causes = inMonth(pack, "check")!["causes"] as Members;
      return (causes["items"] as JsonValue[]).length > 0 && raise(causes, "count", -1);
    },
  },
  {
    name: "month: a cause is left out",
    broken: "causes",
    edit: (pack) => {
      const causes = inMonth(pack, "check")!["causes"] as Members;
      return (causes["items"] as JsonValue[]).pop() !== undefined && raise(causes, "count", -1);
    },
  },
  {
    name: "month: the conclusion is another",
    broken: "conclusion",
    edit: (pack) => {
      const statement = inMonth(pack, "statement")!;
      statement["conclusion"] = statement["conclusion"] === "clean" ? "qualified" : "clean";
    },
  },
  ...["uncorrected"].map((member): Tampering => ({
    name: `month: ${member} of a currency is another`,
    broken: "conclusion",
    edit: (pack) => raise((inMonth(pack, "statement")!["currencies"] as Members[])[0], member, 100),
  })),
  {
    name: "month: what is not within the materiality is said to be, or the other way round",
    broken: "conclusion",
    edit: (pack) => {
      const [currency] = inMonth(pack, "statement")!["currencies"] as Members[];
      currency!["isWithin"] = currency!["isWithin"] !== true;
    },
  },
  ...QUESTION_TAMPERINGS,
  {
    name: "the kept check is another document",
    broken: "check",
    edit: ({ files }) => {
      files.set("check.json", Buffer.from(`${files.get("check.json")!.toString()} `));
    },
  },
  {
    name: "the workbook is another",
    broken: "documents",
    edit: ({ files }) => {
      files.set("workbook.xlsx", Buffer.concat([files.get("workbook.xlsx")!, Buffer.of(0)]));
    },
  },
  {
    name: "a file of evidence is another",
    broken: "attachments",
    edit: ({ files }) => {
      const name = [...files.keys()].find((one) => one.startsWith("attachments/"));
      return name !== undefined && files.set(name, Buffer.from("Paid 900")).size > 0;
    },
  },
  {
    name: "there is evidence that nobody attached",
    broken: "attachments",
    edit: ({ files }) => {
      files.set(`attachments/${"a".repeat(64)}`, Buffer.from("Paid 900"));
    },
  },
];

/** Everything that can be done to the pack of a scene. */
export async function tamperedPacks(scene: SceneName): Promise<CorpusPack[]> {
  const corpus: CorpusPack[] = [];
  const pack = await packOf(scene);
  const { head } = takenApart(pack).manifest as { head: { hash: string } };
  for (const { name, broken, edit } of TAMPERINGS) {
    const changed = takenApart(pack);
    if (edit(changed) === false) continue;
    const about = { name: `${scene}: ${name}`, isRehashed: true };
    corpus.push({ ...about, broken, head: null, make: () => rehashed(changed) });
  }
  const invented = takenApart(pack);
  payloadOf(invented, "signed")["by"] = "Cy Dee";
  const about = { name: `${scene}: another name, held against a head that was printed`, isRehashed: true };
  corpus.push({ ...about, broken: "trail", head: head.hash, make: () => rehashed(invented) });
  for (const { name, broken, cut } of CUTS) {
    const made = cut(takenApart(pack));
    if (made === null) continue;
    const of = { name: `${scene}: ${name}`, isRehashed: false };
    corpus.push({ ...of, broken, head: null, make: () => made });
  }
  return corpus;
}
