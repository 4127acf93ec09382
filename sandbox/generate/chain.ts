/** Faults in the chain of balances. None lowers the balance, so that none pushes another below zero. */
import { HOUR_MS, DAY_MS } from "../../src/core/time.ts";
import { chargedWithFees } from "./transaction.ts";
import type { WorldEntry } from "../world.ts";
import { type FaultRecipe, type Scenario, planted, wrongEntry } from "./fault.ts";
import { endOfMonth, stamp } from "./caller.ts";
import type { PostingStep } from "./wallet.ts";

export const CHAIN_FAULTS: readonly FaultRecipe[] = [
  planted("misstated-balance", { times: 2, entries: 2 }, (site) => {
    const payment = site.sale();
    const off = site.amount();
    const wrong = site.post(payment, payment.charged, { misstated: off });
    const right = site.cash();
    return {
      steps: [site.step(wrong, right)],
      tell: () =>
        `walletID ${wrong.walletID} states a balance that is ${off} too high; the next entry is right again`,
      findings: () => [
        site.onBreak(wrong, "misstated-balance", off),
        site.onBreak(right, "recovery", 0 - off),
      ],
    };
  }),
  planted("transposition", { entries: 2 }, (site) => {
    const amount = site.amount();
    // The balance comes to …2745 and is written …7245; what follows is chosen so that it does not look
    // swapped as well.
    const toEnd = (balance: number) => amount + ((12_745 - ((balance + amount) % 10_000)) % 10_000);
    const wrong = site.cash(toEnd, { misstated: 4500 });
    const right = site.cash(81_000);
    return {
      steps: [site.step(wrong, right)],
      tell: () => `walletID ${wrong.walletID} states its balance with two digits swapped, 4500 too high`,
      findings: () => [
        site.onBreak(wrong, "misstated-balance", 4500, { transposition: true }),
        site.onBreak(right, "recovery", -4500),
      ],
    };
  }),
  wrongEntry("chain-break", "error", { word: "not-applied", times: 2 }, (site) => {
    const payment = site.purchase();
    const payable = chargedWithFees(payment);
    const posted = site.post(payment, 0 - payable, { shift: payable });
    const told = () => `debits ${payable} that never left the balance`;
    return { posted, told, facts: { cause: "not-applied", difference: payable } };
  }),
  planted("wrong-sign", { times: 2, entries: 2 }, (site) => {
    const payment = site.purchase();
    const payable = chargedWithFees(payment);
    const wrong = site.post(payment, 0 - payable, { shift: 2 * payable });
    // Read the other way round this link would hold: an honest one is beside each, so that the convention
    // shows.
    return {
      steps: [site.step(site.cash(), wrong)],
      tell: () => `walletID ${wrong.walletID} takes out ${payable}, which was added to the balance instead`,
      findings: () => [site.onBreak(wrong, "wrong-sign", 2 * payable)],
    };
  }),
  wrongEntry("chain-break", "error", { word: "applied-twice", times: 2 }, (site) => {
    const { payment, due } = site.anySale();
    const posted = site.post(payment, due, { shift: due });
    const told = () => `brings in ${due}, which was added to the balance twice`;
    return { posted, told, facts: { cause: "applied-twice", difference: due } };
  }),
  planted("missing-entry", { times: 2 }, (site) => {
    const amount = site.amount();
    const lost = site.cash(amount, { lost: true });
    const after = site.cash();
    return {
      steps: [site.step(lost, after)],
      tell: () =>
        `walletID ${lost.walletID}, a top-up of ${amount}, is missing before walletID ${after.walletID}`,
      findings: () => [site.onBreak(after, "missing-entry", amount, { candidates: [] })],
    };
  }),
  planted("missing-payment", { times: 2 }, (site) => {
    const payment = site.sale();
    const { charged } = payment;
    const lost = site.post(payment, charged, { lost: true });
    const after = site.cash();
    return {
      steps: [site.step(lost, after)],
      tell: () =>
        `walletID ${lost.walletID}, the ${charged} of payID ${payment.payID}, is missing before walletID ${after.walletID}`,
      findings: () => [
        site.onBreak(after, "missing-entry", charged, { candidates: [payment.payref] }),
        site.onPayment(payment, "paid-without-entry", "error", { difference: 0 - charged }),
      ],
    };
  }),
  wrongEntry("pending-entry", "warning", { times: 2 }, (site) => {
    const { payment, due } = site.anySale();
    const posted = site.post(payment, due, { shift: 0 - due, alter: unapprove });
    const told = () => `is not approved and its ${due} is not in the balance`;
    return { posted, told, facts: { difference: 0 - due } };
  }),
  wrongEntry("unapproved-entry", "warning", {}, (site) => {
    const { payment, due } = site.anySale();
    const posted = site.post(payment, due, { alter: unapprove });
    return { posted, told: () => `is not approved, yet its ${due} is in the balance` };
  }),
  planted("negative-balance", { entries: 2 }, (site) => {
    const below = site.amount();
    let taken = 0;
    const out = site.cash((balance) => {
      taken = balance + below;
      return 0 - taken;
    });
    const back = site.cash(() => taken);
    return {
      steps: [site.step(out, back)],
      tell: () => `walletID ${out.walletID} takes out more than there is, ${below} below zero`,
      findings: () => [site.onEntry(out, "negative-balance", "error")],
    };
  }),
];

/** Takes back an entry's approval, and with it when it was paid. */
export function unapprove(entry: WorldEntry): WorldEntry {
  return { ...entry, is_approved: 0, datePaid: null };
}

// Faults that appear a month later: records that were right when first pulled and changed since.

/** What was added to an amount afterwards: less than any amount beside it, and no multiple of 9. */
const ADDED = 1000;

/** Raises an inflow and its own balance; the entries after it stay. */
function raise(entry: WorldEntry): WorldEntry {
  const side = entry.debit_balance > 0 ? "debit_balance" : "credit_balance";
  return { ...entry, [side]: entry[side] + ADDED, balance: entry.balance + ADDED };
}

/** Nothing is wrong yet. */
function quiet(
  steps: readonly PostingStep[],
  told: () => string,
  next: NonNullable<Scenario["next"]>,
): Scenario {
  return { steps, tell: told, next };
}

export const ENTRY_CHANGES: readonly FaultRecipe[] = [
  planted("entry-changed", { when: "later" }, (site) => {
    const posting = site.cash();
    const told = () => `walletID ${posting.walletID} will have its description changed`;
    return quiet([site.step(posting)], told, ({ books }) => {
      books.changeEntry(posting.index, (entry) => ({ ...entry, description: "Adjusted by support" }));
      return {
        tell: () => `walletID ${posting.walletID} has another description than before`,
        findings: () => [site.onEntry(posting, "entry-changed", "error")],
      };
    });
  }),
  planted("entry-amount-changed", { when: "later", entries: 2 }, (site) => {
    const payment = site.sale();
    const posting = site.post(payment, payment.charged);
    const after = site.cash();
    const told = () => `walletID ${posting.walletID} will have its amount changed`;
    return quiet([site.step(posting, after)], told, ({ books }) => {
      books.changeEntry(posting.index, raise);
      return {
        tell: () => `walletID ${posting.walletID} brings ${ADDED} more than before, and so does its balance`,
        findings: () => [
          site.onEntry(posting, "entry-changed", "error"),
          site.onBreak(after, "missing-entry", 0 - ADDED, { candidates: [] }),
          site.onPayment(payment, "amount-mismatch", "error", { kind: "over", difference: ADDED }),
        ],
      };
    });
  }),
  // It breaks nothing: only the kept closing of the month shows it. Only separate plans have it.
  planted("closing-changed", { when: "later", times: 0 }, (site) => {
    const posting = site.cash();
    const told = () => `walletID ${posting.walletID}, the month's last, will have its amount changed`;
    const step = { ...site.step(posting), atMs: endOfMonth(site.month) - 1000 };
    return quiet([step], told, ({ books }) => {
      books.wallet.correct(posting.index, ADDED);
      return {
        tell: () =>
          `walletID ${posting.walletID} brings ${ADDED} more than before, and so does every balance from there on`,
        findings: () => [site.onEntry(posting, "entry-changed", "error")],
      };
    });
  }),
  planted("entry-vanished", { when: "later", entries: 2 }, (site) => {
    const payment = site.sale();
    const { charged } = payment;
    const posting = site.post(payment, charged);
    const after = site.cash();
    const told = () => `walletID ${posting.walletID} will vanish`;
    return quiet([site.step(posting, after)], told, ({ books }) => {
      books.dropEntry(posting.index);
      return {
        tell: () => `walletID ${posting.walletID}, the ${charged} of payID ${payment.payID}, vanished`,
        findings: () => [
          site.onEntry(posting, "entry-vanished", "error"),
          site.onBreak(after, "missing-entry", charged, { candidates: [payment.payref] }),
          site.onPayment(payment, "paid-without-entry", "error", { difference: 0 - charged }),
        ],
      };
    });
  }),
  planted("entry-approved", { when: "later" }, (site) => {
    const payment = site.sale();
    const posting = site.post(payment, payment.charged, { alter: unapprove });
    return {
      steps: [site.step(posting)],
      tell: () =>
        `walletID ${posting.walletID} is not approved, yet its ${payment.charged} is in the balance`,
      findings: () => [site.onEntry(posting, "unapproved-entry", "warning")],
      next: ({ books, atMs }) => {
        const datePaid = stamp(atMs);
        books.changeEntry(posting.index, (entry) => ({ ...entry, is_approved: 1, datePaid }));
        return {
          tell: () => `walletID ${posting.walletID} is approved now`,
          findings: () => [site.onEntry(posting, "entry-approved", "info")],
        };
      },
    };
  }),
  planted("entry-back-dated", { when: "later", entries: 0 }, (site) => {
    const told = () => `An entry dated ${stamp(site.atMs)} will be written in the next month`;
    return quiet([], told, (after) => {
      const before = after.cash();
      const late = after.cash(after.amount(), { datedAtMs: site.atMs });
      return {
        steps: [after.step(before, late)],
        tell: () => `walletID ${late.walletID} is dated a month before walletID ${before.walletID}`,
        findings: () => [after.onEntry(late, "out-of-order", "warning")],
      };
    });
  }),
];

export const TRANSACTION_CHANGES: readonly FaultRecipe[] = [
  planted("transaction-changed", { when: "later", times: 2 }, (site) => {
    const payment = site.sale();
    const told = () => `payID ${payment.payID} will be changed though it is paid`;
    const steps = [site.step(site.post(payment, payment.charged))];
    return quiet(steps, told, ({ books }) => {
      const datePaid = stamp(site.atMs - DAY_MS + HOUR_MS);
      books.changeTransaction(payment.index, (record) => {
        if (site.turn % 2 === 1) return { ...record, datePaid };
        const { taxfee, payableamount } = record.fee;
        return {
          ...record,
          fee: { ...record.fee, taxfee: taxfee + 45, payableamount: payableamount + 45 },
        };
      });
      return {
        tell: () => `payID ${payment.payID} was changed though it is paid`,
        findings: () => [site.onPayment(payment, "transaction-changed", "error")],
      };
    });
  }),
  planted("transaction-reworded", { when: "later" }, (site) => {
    const payment = site.sale();
    const told = () => `payID ${payment.payID} will have its terms changed`;
    const steps = [site.step(site.post(payment, payment.charged))];
    return quiet(steps, told, ({ books }) => {
      books.changeTransaction(payment.index, (record) => ({
        ...record,
        data: { ...record.data, terms: "Terms of next year." },
      }));
      return {
        tell: () => `payID ${payment.payID} has other terms than before`,
        findings: () => [site.onPayment(payment, "transaction-changed", "warning")],
      };
    });
  }),
  planted("transaction-vanished", { when: "later", entries: 0 }, (site) => {
    const payment = site.sale({ paidAtMs: null });
    const told = () => `payID ${payment.payID}, which is not paid, will vanish`;
    return quiet([], told, ({ books }) => {
      books.dropTransaction(payment.index);
      return {
        tell: () => `payID ${payment.payID}, which was not paid, vanished`,
        findings: () => [site.onPayment(payment, "transaction-vanished", "warning")],
      };
    });
  }),
  planted("crowd-pay-raised", { when: "later" }, (site) => {
    const payment = site.crowdPay();
    const told = () => `payID ${payment.payID} will raise more, which is no fault`;
    return quiet([site.step(site.post(payment, payment.raised))], told, (after) => {
      const more = after.amount();
      const raised = { ...payment, raised: payment.raised + more, contributors: 3 };
      after.books.record(raised);
      return {
        steps: [after.step(after.post(raised, more))],
        tell: () => `payID ${payment.payID} raised ${more} more, which is no fault`,
      };
    });
  }),
];
