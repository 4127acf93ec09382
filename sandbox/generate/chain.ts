/**
 * Faults in the chain of balances. Each raises the balance or leaves it unchanged, so that none pushes
 * another below zero.
 */
import { chargedWithFees } from "./transaction.ts";
import type { WorldEntry } from "../world.ts";
import type { FaultRecipe } from "./fault.ts";

export const CHAIN_FAULTS: readonly FaultRecipe[] = [
  {
    word: "misstated-balance",
    times: 2,
    entries: 2,
    plant(site) {
      const payment = site.sale();
      const off = site.amount();
      const wrong = site.post(payment, payment.charged, { misstated: off });
      const right = site.cash();
      return {
        steps: [site.step(wrong, right)],
        tell: () =>
          `walletID ${wrong.walletID} states a balance that is ${off} too high; the next entry is right again`,
        findings: () => [
          site.onEntry(wrong, "chain-break", "error", { cause: "misstated-balance", difference: off }),
          site.onEntry(right, "chain-break", "error", { cause: "recovery", difference: 0 - off }),
        ],
      };
    },
  },
  {
    word: "transposition",
    entries: 2,
    plant(site) {
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
          site.onEntry(wrong, "chain-break", "error", {
            cause: "misstated-balance",
            difference: 4500,
            transposition: true,
          }),
          site.onEntry(right, "chain-break", "error", { cause: "recovery", difference: -4500 }),
        ],
      };
    },
  },
  {
    word: "not-applied",
    times: 2,
    plant(site) {
      const payment = site.purchase();
      const payable = chargedWithFees(payment);
      const wrong = site.post(payment, 0 - payable, { shift: payable });
      return {
        steps: [site.step(wrong)],
        tell: () => `walletID ${wrong.walletID} debits ${payable} that never left the balance`,
        findings: () => [
          site.onEntry(wrong, "chain-break", "error", { cause: "not-applied", difference: payable }),
        ],
      };
    },
  },
  {
    word: "wrong-sign",
    times: 2,
    entries: 2,
    plant(site) {
      const payment = site.purchase();
      const payable = chargedWithFees(payment);
      const wrong = site.post(payment, 0 - payable, { shift: 2 * payable });
      // Read the other way round this link would hold: an honest one is beside each, so that the convention
      // shows.
      return {
        steps: [site.step(site.cash(), wrong)],
        tell: () => `walletID ${wrong.walletID} takes out ${payable}, which was added to the balance instead`,
        findings: () => [
          site.onEntry(wrong, "chain-break", "error", { cause: "wrong-sign", difference: 2 * payable }),
        ],
      };
    },
  },
  {
    word: "applied-twice",
    times: 2,
    plant(site) {
      const { payment, due } = site.anySale();
      const wrong = site.post(payment, due, { shift: due });
      return {
        steps: [site.step(wrong)],
        tell: () => `walletID ${wrong.walletID} brings in ${due}, which was added to the balance twice`,
        findings: () => [
          site.onEntry(wrong, "chain-break", "error", { cause: "applied-twice", difference: due }),
        ],
      };
    },
  },
  {
    word: "missing-entry",
    times: 2,
    plant(site) {
      const amount = site.amount();
      const lost = site.cash(amount, { lost: true });
      const after = site.cash();
      return {
        steps: [site.step(lost, after)],
        tell: () =>
          `walletID ${lost.walletID}, a top-up of ${amount}, is missing before walletID ${after.walletID}`,
        findings: () => [
          site.onEntry(after, "chain-break", "error", {
            cause: "missing-entry",
            difference: amount,
            candidates: [],
          }),
        ],
      };
    },
  },
  {
    word: "missing-payment",
    times: 2,
    plant(site) {
      const payment = site.sale();
      const { charged } = payment;
      const lost = site.post(payment, charged, { lost: true });
      const after = site.cash();
      return {
        steps: [site.step(lost, after)],
        tell: () =>
          `walletID ${lost.walletID}, the ${charged} of payID ${payment.payID}, is missing before walletID ${after.walletID}`,
        findings: () => [
          site.onEntry(after, "chain-break", "error", {
            cause: "missing-entry",
            difference: charged,
            candidates: [payment.payref],
          }),
          site.onPayment(payment, "paid-without-entry", "error", { difference: 0 - charged }),
        ],
      };
    },
  },
  {
    word: "pending-entry",
    times: 2,
    plant(site) {
      const { payment, due } = site.anySale();
      const pending = site.post(payment, due, { shift: 0 - due, alter: unapprove });
      return {
        steps: [site.step(pending)],
        tell: () => `walletID ${pending.walletID} is not approved and its ${due} is not in the balance`,
        findings: () => [site.onEntry(pending, "pending-entry", "warning", { difference: 0 - due })],
      };
    },
  },
  {
    word: "unapproved-entry",
    plant(site) {
      const { payment, due } = site.anySale();
      const early = site.post(payment, due, { alter: unapprove });
      return {
        steps: [site.step(early)],
        tell: () => `walletID ${early.walletID} is not approved, yet its ${due} is in the balance`,
        findings: () => [site.onEntry(early, "unapproved-entry", "warning")],
      };
    },
  },
  {
    word: "negative-balance",
    entries: 2,
    plant(site) {
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
    },
  },
];

/** Takes back an entry's approval, and with it when it was paid. */
export function unapprove(entry: WorldEntry): WorldEntry {
  return { ...entry, is_approved: 0, datePaid: null };
}
