/** What movements without a payment are: `tieout actions`. */
import { usageError } from "../../core/errors.ts";
import {
  type GivenMovementRule,
  MOVEMENT_CATEGORIES,
  MOVEMENT_DIRECTIONS,
} from "../../core/review/file/movement-rules.ts";
import { printActions, writeActionsJson } from "../terminal/actions.ts";
import { type Given, type Parse, anyText, collected, command, option, word } from "../terminal/command.ts";
import { LEDGER, asMonth, jsonFlag } from "../terminal/options.ts";

const asCategory = word(MOVEMENT_CATEGORIES);

/** `WITHDRAWAL=withdrawal`: the last = ends the action, which may be empty. */
const actionRule: Parse<Pick<GivenMovementRule, "action" | "category">> = (text, name) => {
  const at = text.lastIndexOf("=");
  if (at === -1)
    throw usageError(`${name} takes an action and a category, such as WITHDRAWAL=withdrawal, not "${text}".`);
  return { action: text.slice(0, at), category: asCategory(text.slice(at + 1), name, undefined) };
};

const TAKES = {
  ...LEDGER,
  month: option("<YYYY-MM>", "the entries of this month, under the rules that it was prepared with", asMonth),
  set: option(
    "<ACTION=category>",
    `what entries of an action are: ${MOVEMENT_CATEGORIES.join(", ")}`,
    collected(actionRule),
  ),
  unset: option("<ACTION>", "take the rule for an action away", collected(anyText)),
  description: option("<text>", "with --set or --unset, only of entries with this description"),
  direction: option(
    "<word>",
    "with --set or --unset, only of entries that raise the wallet (in) or lower it (out)",
    word(MOVEMENT_DIRECTIONS),
  ),
  by: option("<name>", "who says so"),
  note: option("<text>", "why"),
  ...jsonFlag("tieout.actions/1"),
};

export const ACTION_COMMANDS = {
  actions: command({
    takes: TAKES,
    after: `
Examples:
  tieout actions wallet.tieout
      the actions of entries without a payref, what they come to, and what the rules say they are
  tieout actions wallet.tieout --set WITHDRAWAL=withdrawal --set TOPUP=top-up --by "Ada Obi" --note "The provider's manual, page 4"
  tieout actions wallet.tieout --set API=fee --description "SMS charges" --direction out --by "Ada Obi" --note "Their tariff"
      of entries with that description alone; it comes before a rule for the action
  tieout actions wallet.tieout --unset WITHDRAWAL --by "Ada Obi" --note "The provider uses it for refunds, too"

A rule is for entries that have no payref and are matched with nothing. Action and description are compared letter by letter. What has no
rule is not classified: nothing is guessed. A rule hides nothing: it says on which line of the provider's statement, sheet A3 of the
workbook, an entry is added up, and to which account a journal posts it. The rules are part of the months' file. Each change is a link of the audit trail. A prepared or signed month keeps
those that it was prepared with.`,
    run: async (flags, { context }) => {
      const { ledger, month = null, by, note = "" } = flags;
      const movements = rulesIn(flags);
      if (movements.length > 0 !== (by !== undefined))
        throw usageError(by === undefined ? "Changing a rule needs --by NAME." : "Give --set or --unset.");
      if (by !== undefined) {
        const { changeTerms } = await import("../../main/services/close/month-file.ts");
        await changeTerms({ ledger, given: { movements }, by, note }, context);
      }
      const { listActions } = await import("../../main/services/review/actions.ts");
      return listActions({ ledger, month }, context);
    },
    print: async (list, { ledger, json }, { terminal }) =>
      json ? writeActionsJson(terminal, list) : printActions(terminal, ledger, list),
  }),
};

/** @throws TieoutError USAGE */
function rulesIn({ set = [], unset = [], ...only }: Given<typeof TAKES>): GivenMovementRule[] {
  const { description = null, direction = null } = only;
  const rules = [
    ...set.map((one) => ({ ...one, description, direction })),
    ...unset.map((action) => ({ action, category: null, description, direction })),
  ];
  if (rules.length === 0 && (description !== null || direction !== null))
    throw usageError("--description and --direction go with --set or --unset.");
  return rules;
}
