/** Faults in what a payment brought to the wallet, and payments that should have brought nothing. */
import { HOUR_MS } from "../generate/calendar.ts";
import { type Payment, chargedWithFees } from "../generate/payment.ts";
import type { WorldTransaction } from "../world.ts";
import type { FaultRecipe } from "./fault.ts";

function marked(
  payment: Payment,
  marks: Partial<Pick<WorldTransaction, "is_deleted" | "is_flagged">>,
): Payment {
  return Object.assign(payment, { alter: (record: WorldTransaction) => ({ ...record, ...marks }) });
}

/** A payment off by a quarter: more than its fees, so that no settlement basis explains it. */
function offByAQuarter(word: string, sign: 1 | -1, kind: "over" | "under"): FaultRecipe {
  return {
    word,
    times: 3,
    plant(site) {
      const { payment, due } = site.anySale();
      const difference = sign * Math.floor(due / 4);
      const posting = site.post(payment, due + difference);
      return {
        steps: [site.step(posting)],
        tell: () =>
          `walletID ${posting.walletID} brings ${due + difference} for payID ${payment.payID} instead of ${due}`,
        findings: () => [site.onPayment(payment, "amount-mismatch", "error", { kind, difference })],
      };
    },
  };
}

export const AMOUNT_FAULTS: readonly FaultRecipe[] = [
  offByAQuarter("amount-over", 1, "over"),
  offByAQuarter("amount-under", -1, "under"),
  {
    word: "wrong-direction",
    plant(site) {
      const payment = site.purchase();
      const payable = chargedWithFees(payment);
      const posting = site.post(payment, payable);
      return {
        steps: [site.step(posting)],
        tell: () =>
          `walletID ${posting.walletID} brings in ${payable} that payID ${payment.payID} should have taken out`,
        findings: () => [
          site.onPayment(payment, "amount-mismatch", "error", { kind: "direction", difference: 2 * payable }),
        ],
      };
    },
  },
  {
    word: "reversed",
    times: 2,
    entries: 2,
    plant(site) {
      const { payment, due } = site.anySale();
      const entered = site.post(payment, due);
      const back = site.post(payment, 0 - due);
      return {
        steps: [site.step(entered), { atMs: site.atMs + 3 * HOUR_MS, postings: [back] }],
        tell: () =>
          `payID ${payment.payID} is entered as walletID ${entered.walletID} and reversed as ${back.walletID}`,
        findings: () => [site.onPayment(payment, "reversed", "error", { difference: 0 - due })],
      };
    },
  },
  {
    word: "reversed-deleted",
    entries: 2,
    plant(site) {
      const payment = marked(site.sale(), { is_deleted: 1 });
      const entered = site.post(payment, payment.charged);
      const back = site.post(payment, 0 - payment.charged);
      return {
        steps: [site.step(entered), { atMs: site.atMs + 3 * HOUR_MS, postings: [back] }],
        tell: () => `payID ${payment.payID} is deleted; its entry was reversed as walletID ${back.walletID}`,
        findings: () => [
          site.onPayment(payment, "settled-deleted", "info"),
          site.onPayment(payment, "reversed", "info", { difference: 0 - payment.charged }),
        ],
      };
    },
  },
  {
    word: "settled-deleted",
    plant(site) {
      const payment = marked(site.sale(), { is_deleted: 1 });
      return {
        steps: [site.step(site.post(payment, payment.charged))],
        tell: () => `payID ${payment.payID} is deleted, yet it reached the wallet`,
        findings: () => [site.onPayment(payment, "settled-deleted", "error")],
      };
    },
  },
  {
    word: "settled-flagged",
    plant(site) {
      const payment = marked(site.sale(), { is_flagged: 1 });
      return {
        steps: [site.step(site.post(payment, payment.charged))],
        tell: () => `payID ${payment.payID} is flagged, yet it reached the wallet`,
        findings: () => [site.onPayment(payment, "settled-flagged", "warning")],
      };
    },
  },
];
