/** Movements without a payment by action, as text and as JSON (schema `tieout.actions/1`). */
import { formatAmount, formatCount } from "../../core/money.ts";
import { NOT_CLASSIFIED, movementRuleWords } from "../../core/review/file/movement-rules.ts";
import { withInstant } from "../../core/time.ts";
import { inCurrency } from "../../core/words/currency.ts";
import type { ActionList } from "../../main/services/review/actions.ts";
import { type Terminal, harmless, print, writeJsonList } from "./terminal.ts";
import { ledgerWording, notedBy } from "./words.ts";

/** What entries of each action come to and are, then the rules with who set them and why. */
export async function printActions(
  terminal: Terminal,
  ledger: string,
  { decimals, rules, sums }: ActionList,
): Promise<void> {
  if (sums.length === 0) await print(terminal, "Every entry has a payref or a match.\n");
  for (const { currency, action, category, entries, inflow, outflow } of sums) {
    const name = action === "" ? "without an action" : harmless(action);
    const amounts = `in ${formatAmount(inflow, decimals)}, out ${formatAmount(outflow, decimals)}`;
    const is = category ?? NOT_CLASSIFIED;
    await print(
      terminal,
      `${name}: ${is}; ${formatCount(entries, "entry")}, ${amounts} ${harmless(inCurrency(currency))}\n`,
    );
  }
  const wording = ledgerWording(ledger);
  for (const rule of rules) {
    // It may be mistyped: actions are compared letter by letter.
    const many = rule.entries === 0 ? "; it is for no entry listed here" : "";
    const said = `${harmless(movementRuleWords(rule))} is ${rule.category}${many}`;
    const lines = [said, ...notedBy(rule.set, wording)];
    await print(terminal, `${lines.join("\n  ")}\n`);
  }
}

export async function writeActionsJson(terminal: Terminal, { rules, ...list }: ActionList): Promise<void> {
  const document = {
    schema: "tieout.actions/1",
    ...list,
    rules: rules.map(({ set, ...rule }) => ({ ...rule, set: withInstant(set) })),
  };
  await writeJsonList(terminal, document, "sums");
}
