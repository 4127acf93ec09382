/** D1: tickmarks, terms, causes and rules in words, and how to do the whole over again. */
import { BREAK_CAUSES, type BreakCause } from "../../reconcile/input/findings.ts";
import { IS_BANK_RULE, RULES } from "../../reconcile/input/rules.ts";
import type { Figures } from "../sheet/figures.ts";
import type { CellTone } from "../sheet/model.ts";
import { HAND_TICK, hasMovementRules } from "../exceptions/wallet.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";
import { WITHOUT_ENTRY, breakCauseWords } from "../../words/finding.ts";

type Words = readonly [term: string, meaning: string, tone?: CellTone];

const TICKS: readonly Words[] = [
  [
    "√",
    "B1: the stated balance follows from the row above and the movement. B2: settled exactly as expected.",
  ],
  ["×", "B1: the chain breaks here. B2: not settled as expected; the status says how.", "break"],
  [
    "x",
    "C1, typed by the reviewer: an open question, because a cross can mean agreed or wrong. It decides nothing. ✓, ok or yes agrees.",
  ],
  ["▲", "An exception of another kind; the flags name the rules and lead to C1.", "flag"],
  [
    HAND_TICK,
    "Matched by hand, without an exception: Tied by on B1 and Matched by hand on B2 name the match, D2 says by whom, when and why.",
  ],
  ["○", "B1: information only, no exception. B2: in transit, a timing difference."],
  ["–", "B2: nothing due, or amounts not judged. In a column of amounts or counts: nil."],
];
const TERMS: readonly Words[] = [
  ["Movement", "What raises (+) or lowers (−) the balance under the convention stated on A Lead."],
  [
    "Expected balance",
    "B1: the stated balance of the row above plus the movement. After a break the chain continues from the stated balance: a difference is counted once, where it begins.",
  ],
  [
    "Break difference",
    "B1: stated balance less expected balance. A1 adds them up, A2 lists them one by one.",
  ],
  [
    "Period day",
    "The latest day among the entry and all before it in its wallet; it decides the period an entry belongs to.",
  ],
  [
    "Expected",
    "B2: what the payment should bring into the wallet under the settlement basis stated on A Lead, a formula over its row and its tasks or amount raised on B3; empty where amounts are not judged.",
  ],
  [
    "Settled in period",
    "B2: SUMIFS over B1 by payID, because payrefs match exactly, while SUMIFS ignores upper and lower case and treats * as a wildcard. In very large workbooks it looks only at the rows that carry the payID.",
  ],
  [
    "Manual match",
    "A person tied entries to payments although their payrefs differ, and said why. The check uses the match as long as its records stay as they were; once they change, it is reopened and no longer counts. Entries that carry the payref of one of its payments are included.",
  ],
  [
    "Lead transaction",
    "B2: the one payment that stands for all of a manual match. What they all expect is expected of it, and all entries of the match tie to its payID on B1; the others expect nothing and stand as settled together.",
  ],
  [
    "Outstanding",
    "C2: paid but not in the wallet, in transit, or in the wallet under a payref that no transaction has. Amounts are what clearing the item would add to the wallet.",
  ],
  [
    "New to reclassified",
    "C2: new was paid or entered in the period, by its own date; cleared was outstanding before and is no longer; reclassified is of another kind now, or could be judged only now. Brought and carried forward are what the check finds at either end, so that the roll between them is a proof.",
  ],
  [
    "Signed before",
    "C2 and A1: what the month before was signed off with. What is brought forward is recalculated from today's records and compared with it.",
  ],
  ["Days", "Whole days to the period's end, from the payment or, for entries, from the entry."],
  [
    "Severity",
    "Error: something is wrong. Warning: something to look at. Info: a notice, worth knowing; counted, not listed.",
  ],
  [
    "Counted",
    "C1: what an exception adds to those of its status. What several exceptions report of one event counts once, in the least settled of their statuses: undecided before raised, accepted and explained. Counted with no. names the one with the most at stake.",
  ],
  [
    "Uncorrected",
    "A: what is undecided, raised or accepted. Raising an exception asks the provider, accepting it leaves it as it is; neither corrects the balance.",
  ],
  [
    "Conclusion",
    "A: not proven while a proof fails; none while an error is undecided and not overridden; qualified while more is uncorrected than the materiality of its currency, or anything where none is set, or a check of the close is not met; else clean.",
  ],
  [
    "Without support",
    "A: movements that no payment stands behind, such as top-ups and withdrawals. A2 gives each a class, and an amount that is classified is not thereby explained.",
  ],
  [
    "Status",
    "C1: open, or explained, accepted or raised by a decision that D2 lists; reopened when its numbers or a record that it rests on changed after the decision: the note then says what changed.",
  ],
  [
    "Reviewer's tick, note",
    "C1: for whoever reviews this workbook. The tick offers accepted, explained, raised and open. √, ✓, ok and yes agree with the decision beside it, or accept an undecided finding. A note is the reason of what its tick decides; any other note is a point, which the preparer answers. A cross (x) stays an open question, and any other sign is not understood: neither is imported. tieout import --review FILE.xlsx LEDGER and the window show what was typed, line by line, and import what is confirmed.",
  ],
  [
    "Sign-off",
    "A month is prepared by one person, who may get it back with points, and signed off by another. Both freeze its run, options, figures and decisions. Prepared by and Reviewed by show the steps in force; one that was reopened stays listed and is no longer in force.",
  ],
  [
    "Override",
    "Preparing a month with an undecided error, before its end was pulled, or with an opening that differs from the signed closing, takes a note that says why; A and D2 show both.",
  ],
  [
    "Restatement",
    "C3: what a later pull changed in an entry or a paid transaction. Changed, approved, vanished; returned: back after it vanished; back-dated: new, but dated in a time that was already pulled or signed off. The effect is what it does to the month that was signed, once for each change.",
  ],
  [
    "Text",
    "Text longer than 32,767 characters is cut and ends in … [cut]; characters that a workbook cannot hold show as \uFFFD.",
  ],
  [
    "Links",
    "Blue ids and underlined words lead to their row. Excel keeps at most 65,530 links on a sheet; rows beyond have none.",
  ],
];

const AT_BANK: Words = [
  "Bank",
  "B1 and B4: supported where somebody accepted lines of a statement that come to the entry, or to it but for a difference that is classed as fee, levy or write-off. Else what the statements show: one way or several, perhaps less a fee, none, or they do not reach its days. Amounts and days decide; texts prove nothing.",
];

const CATEGORY: Words = [
  "Category",
  "A3 and B1: what somebody said that entries of an action are. A3 lists the rules with who set them and why. What no rule is for is not classified; a category hides nothing and decides nothing.",
];

/** The terms, with what the decimals shown mean where there are any. */
function termsOf(figures: Figures): readonly Words[] {
  const { decimals } = figures.input;
  const terms = [
    ...TERMS,
    ...(hasMovementRules(figures) ? [CATEGORY] : []),
    ...(figures.bank === null ? [] : [AT_BANK]),
  ];
  if (decimals === 0) return terms;
  const shift = `The service's integers divided by ${10 ** decimals} for reading; every formula over them is rounded to ${decimals} digits.`;
  return [...terms, ["Amounts", shift]];
}

const STEPS: readonly Words[] = [
  [
    "1  The formulas",
    "Everything on A, A1 and A2, each expected balance on B1 and each expected and settled amount on B2 is a formula over B1, B2 and B3. Change a stated balance on B1: proofs on A become FALSE.",
  ],
  [
    "2  The sources",
    "D2 gives the SHA-256 of each response of the service behind the figures, as kept in the ledger; tokens in the user record are cut out first. tieout verify LEDGER hashes them all again.",
  ],
  [
    "3  The trail",
    "tieout verify LEDGER --head HASH, with the head hash from D2, proves that nothing the ledger recorded before this export was altered, removed or inserted later.",
  ],
  [
    "4  This file",
    "The trail's link after that head holds the SHA-256 of this file as it was written. A file that was changed since has another hash.",
  ],
  [
    "5  The check",
    "The command on D2 runs the same check on the ledger again and must reach the same findings.",
  ],
  [
    "6  The cells",
    "tieout verify --workbook FILE.xlsx LEDGER rebuilds this workbook from the ledger as it was then and lists every cell that differs; what is typed into blue cells is counted separately.",
  ],
  [
    "7  The signed figures",
    "A1 compares each wallet with what was signed off, C3 every signed month with what it closes at now. tieout verify LEDGER re-performs every signed month from the stored responses of the service.",
  ],
  [
    "8  A manual match",
    "Filter B1 by Tied by: the movements of one match add up to the settled amount of its lead transaction on B2, whose expected amount is that of all payments that D2 names.",
  ],
];
const CAUSES: Readonly<Record<BreakCause, string>> = {
  "out-of-sequence":
    "No amount and no balance is wrong: the service lists these rows in another order than it applied them.",
  "read-late":
    "The stated balance of a row already holds later rows. The balances after these rows are right.",
  "misstated-balance": "Only this row's stated balance is wrong. The next row corrects it.",
  recovery: "This row corrects the row before, which was misstated. It is not wrong itself.",
  overwritten:
    "The balance goes on from an older row. What the rows between moved is not in it: two requests read one balance at once, or it was put back without an entry.",
  "not-applied": "The row's amount never reached the balance.",
  "wrong-sign": "The row's amount was applied with the wrong sign.",
  "applied-twice": "The row's amount was applied twice.",
  "missing-entry":
    "None of the others, and walletIDs lie between the two rows: an entry is missing there. Candidates are payments of that amount that are paid and not in the wallet.",
};
const MOVED_WITHOUT_ENTRY =
  "None of the others, and no walletID lies between the two rows: the balance moved by an amount that no entry shows. Candidates as above.";

function wordTable(
  figures: Figures,
  named: Readonly<Record<"id" | "title" | "key" | "header" | "meaning", string>>,
  words: readonly Words[],
) {
  const { id, title, key, header, meaning } = named;
  const columns = columnsOf<Words>()({
    [key]: {
      header,
      kind: "text",
      width: 26,
      value: (line: Words) => (line[2] === undefined ? line[0] : { value: line[0], tone: line[2] }),
    },
    words: { header: meaning, kind: "wrapped", width: 104, value: (line: Words) => line[1] },
  });
  return new ReportTable(figures, { id, title, columns, count: words.length, lines: () => words });
}

const RULE_COLUMNS = columnsOf<(typeof RULES)[number] & { readonly found: number }>()({
  rule: { ...head("text", "Rule"), value: ({ id }) => id },
  words: { ...head("wrapped", "In words"), value: ({ words }) => words },
  severity: { ...head("text", "Severity", 11), value: ({ severity }) => severity },
  found: { ...head("integer", "Found", 9), value: ({ found }) => found },
});

function ruleTable(figures: Figures) {
  const { findings } = figures.input.check.counts;
  return new ReportTable(figures, {
    id: "rules",
    title: "Rules",
    columns: RULE_COLUMNS,
    lines: RULES.map((rule) => ({ ...rule, found: findings[rule.id] })).filter(
      ({ id, found }) => found > 0 || !IS_BANK_RULE.has(id),
    ),
  });
}

export function legendTables(figures: Figures) {
  const causes = [
    ...BREAK_CAUSES.map((cause) => [breakCauseWords(cause, undefined), CAUSES[cause]] as const),
    [WITHOUT_ENTRY, MOVED_WITHOUT_ENTRY] as const,
  ];
  const meaning = "Meaning";
  return [
    wordTable(figures, { id: "tickmarks", title: "Tickmarks", key: "tick", header: "Tick", meaning }, TICKS),
    wordTable(
      figures,
      { id: "terms", title: "Terms", key: "term", header: "Term", meaning },
      termsOf(figures),
    ),
    wordTable(
      figures,
      {
        id: "steps",
        title: "How to re-perform this",
        key: "step",
        header: "Step",
        meaning: "What to do, and what it shows",
      },
      STEPS,
    ),
    wordTable(
      figures,
      {
        id: "causes",
        title: "Why a chain breaks",
        key: "cause",
        header: "Cause on C1",
        meaning: "What the figures say",
      },
      causes,
    ),
    ruleTable(figures),
  ];
}
