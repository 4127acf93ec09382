/** The three-way proof, done again (docs/evidence-pack.md, section 12). */
import type { Chains } from "./entries.ts";
import * as json from "./json.ts";
import { type Members, sum } from "./json.ts";
import type { PaymentWork, Payments } from "./payments.ts";
import { type Findings, must } from "./report.ts";

export function checkProofs(
  {
    chains,
    payments,
    frozen,
  }: { readonly chains: Chains; readonly payments: Payments; readonly frozen: Members },
  findings: Findings,
): void {
  const place = { file: "links.jsonl" };
  findings.at("three-way", place, () => {
    const proofs = json.objects(frozen, "proofs");
    for (const [block, proof] of proofs.entries()) {
      const currency = json.member(proof, "currency");
      const record = typeof currency === "string" ? currency : "no stated currency";
      findings.at("three-way", { ...place, record }, () => {
        const amounts = amountsOf({ chains, payments, frozen }, block, proofs);
        checkAmounts(json.object(proof, "amounts"), amounts, hasUnlike(payments, proofs));
        checkOutstanding(json.objects(frozen, "outstanding"), currency, { payments, chains, block, amounts });
      });
    }
  });
}

function hasUnlike({ work }: Payments, proofs: readonly Members[]): boolean {
  return proofs.length > 1 || work.some(({ block }) => block === null);
}

function moved(of: readonly { readonly movement: number }[]): number {
  return sum(of.map(({ movement }) => movement));
}

type Amounts = Readonly<Record<string, number>>;

function amountsOf(
  {
    chains,
    payments,
    frozen,
  }: { readonly chains: Chains; readonly payments: Payments; readonly frozen: Members },
  block: number,
  proofs: readonly Members[],
): Amounts {
  const currencies = proofs.map((proof) => json.member(proof, "currency"));
  const wallets = json.objects(frozen, "wallets").filter((wallet) => {
    const at = currencies.indexOf(json.member(wallet, "currency"));
    return (at === -1 ? currencies.length - 1 : at) === block;
  });
  const ofWallets = (name: string) => sum(wallets.map((wallet) => json.number(wallet, name)));
  const entries = [...chains.work.values()].filter(({ entry }) => payments.blockOf(entry) === block);
  const untied = entries.filter(({ entry }) => !payments.byEntry.has(entry.walletID));
  const inPeriod = entries.filter((one) => one.inPeriod);
  const all = payments.work.filter((one) => one.block === block);
  const p = all.filter((one) => one.inPeriod && one.entries.some((entry) => entry.inPeriod));
  const [opening, closing] = [ofWallets("opening"), ofWallets("closing")];
  const [inflow, outflow, rollBreaks] = [
    ofWallets("inflow"),
    0 - ofWallets("outflow"),
    ofWallets("breakDifference"),
  ];
  const computed = sum([opening, inflow, outflow, rollBreaks]);
  const expected = sum(p.map(({ due }) => due ?? 0));
  const earlier = sum(p.map(({ entries: own, net }) => moved(own.filter((entry) => entry.inPeriod)) - net));
  const differences = sum(p.map(({ net, due }) => (due === null ? 0 : net - due)));
  const notJudged = sum(p.map(({ net, due }) => (due === null ? net : 0)));
  const unlike = moved(inPeriod.filter(({ entry }) => payments.byEntry.get(entry.walletID)?.block === null));
  const untiedIn = untied.filter((one) => one.inPeriod);
  const orphans = moved(untiedIn.filter(({ entry }) => entry.payref !== ""));
  const noPayref = moved(untiedIn.filter(({ entry }) => entry.payref === ""));
  const breaks = sum(inPeriod.map(({ difference }) => difference));
  const built = sum([opening, expected, earlier, differences, notJudged, unlike, orphans, noPayref, breaks]);
  const waiting = (settlement: string) =>
    sum(outstandingOf(payments, settlement, block).map((one) => one.expected ?? 0));
  const [unsettled, inTransit] = [waiting("unsettled"), waiting("inTransit")];
  const openOrphans = 0 - moved(untied.filter(({ entry }) => entry.payref !== ""));
  const said = sum([closing, 0 - breaks, 0 - differences, unsettled, inTransit, openOrphans]);
  const asExpected = sum([opening, expected, earlier, notJudged, unlike, noPayref]);
  const dueWhere = (one: PaymentWork) => (one.inPeriod ? one.block : one.dueIn) === block;
  const due = sum(
    payments.work
      .filter((one) => (one.settlement === "unsettled" || one.settlement === "inTransit") && dueWhere(one))
      .map((one) => one.expected ?? 0),
  );
  const earlierOrphans = orphans + openOrphans;
  const addedUp = sum([asExpected, due, earlierOrphans]);
  return {
    opening,
    inflow,
    outflow,
    rollBreaks,
    computed,
    stated: closing,
    statedAgain: closing,
    closing,
    wallet: closing - computed,
    openingAgain: opening,
    expected,
    earlier,
    differences,
    notJudged,
    unlike,
    orphans,
    noPayref,
    breaks,
    built,
    transactions: closing - built,
    lessBreaks: 0 - breaks,
    lessDifferences: 0 - differences,
    unsettled,
    inTransit,
    openOrphans,
    said,
    asExpected,
    due,
    earlierOrphans,
    addedUp,
    unexplained: addedUp - said,
  };
}

function outstandingOf({ work }: Payments, settlement: string, block: number): PaymentWork[] {
  return work.filter((one) => one.settlement === settlement && one.dueIn === block);
}

function checkAmounts(stated: Members, amounts: Amounts, mayHaveUnlike: boolean): void {
  for (const [line, amount] of Object.entries(amounts)) {
    if (line === "unlike" && !mayHaveUnlike)
      must(!Object.hasOwn(stated, line), `it has "${line}" for one currency`);
    else must(json.number(stated, line) === amount, `its "${line}" is ${amount}`);
  }
  const more = Object.keys(stated).find((line) => !Object.hasOwn(amounts, line));
  must(more === undefined, `it has a line "${more}" that no proof has`);
  for (const line of ["wallet", "transactions", "unexplained"])
    must(amounts[line] === 0, `wallet, payments and balance differ: "${line}" is ${amounts[line]}`);
}

function checkOutstanding(
  outstanding: readonly Members[],
  currency: json.Json,
  of: {
    readonly payments: Payments;
    readonly chains: Chains;
    readonly block: number;
    readonly amounts: Amounts;
  },
): void {
  const { payments, chains, block, amounts } = of;
  const orphans = [...chains.work.values()].filter(
    ({ entry }) =>
      entry.payref !== "" && !payments.byEntry.has(entry.walletID) && payments.blockOf(entry) === block,
  );
  const kinds = [
    ["paid, no entry", "unsettled", outstandingOf(payments, "unsettled", block).length],
    ["in transit", "inTransit", outstandingOf(payments, "inTransit", block).length],
    ["orphan payref", "openOrphans", orphans.length],
  ] as const;
  for (const [kind, line, items] of kinds) {
    const [own, ...more] = outstanding.filter(
      (one) => one["kind"] === kind && json.member(one, "currency") === currency,
    );
    must(more.length === 0, `what is outstanding as "${kind}" is there twice`);
    const amount = own === undefined ? 0 : json.number(own, "amount");
    must(amount === amounts[line], `what is outstanding as "${kind}" comes to ${amounts[line]}`);
    must(
      (own === undefined ? 0 : json.number(own, "items")) === items,
      `${items} are outstanding as "${kind}"`,
    );
    if (own === undefined) continue;
    const roll = json.object(own, "roll");
    const [brought, added, cleared, reclassified] = [
      "broughtForward",
      "added",
      "cleared",
      "reclassified",
    ].map((name) => json.number(roll, name)) as [number, number, number, number];
    must(
      sum([brought, added, 0 - cleared, reclassified]) === amount,
      `what is outstanding as "${kind}" does not roll forward`,
    );
    must(sum(json.listOf(roll, "ageing", "number")) === amount, `the ages of "${kind}" do not add up`);
  }
}
