/** What can be done with a row of the Wallet or of Transactions, beside what every grid does. */
import { ruleName } from "../../../core/words/rule.ts";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { go } from "../../app/use-route.ts";
import type { Flag, TransactionRow, WalletRow } from "../../check/protocol.ts";
import { NO_QUERY, writeGridQuery } from "../../grid/grid-query.ts";
import type { RowChoice } from "../../grid/menu/row-choices.ts";
import type { MatchSides } from "../../check/protocol/match.ts";
import { useMayMatch } from "../match/use-may-match.ts";

export function useEntryActions(): (row: WalletRow) => readonly RowChoice[] {
  const { match } = useMatchAction();
  return ({ walletID, payID, payref, flags, isChecked }) => [
    ...(payID !== null
      ? [{ id: "transaction", label: `Show payID ${payID}`, run: () => go("transactions", payID) }]
      : isChecked
        ? match({ walletIDs: [walletID], payIDs: [] })
        : []),
    ...(payref === "" ? [] : [entriesWith(payref)]),
    ...flags.map(findingChoice),
  ];
}

export function useTransactionActions(): (row: TransactionRow) => readonly RowChoice[] {
  const { match } = useMatchAction();
  return ({ payID, payref, entries, difference, flags }) => [
    ...(entries > 0 ? [entriesWith(payref)] : []),
    ...(difference === 0 ? [] : match({ walletIDs: [], payIDs: [payID] })),
    ...flags.map(findingChoice),
  ];
}

/** Of the whole history: a payment may be settled in another month. */
function entriesWith(payref: string): RowChoice {
  const filters = { payref: { kind: "text", contains: payref } } as const;
  const query = writeGridQuery("", { ...NO_QUERY, onlyPeriod: false, filters });
  return { id: "entries", label: "Show entries with this payref", run: () => go("wallet", null, query) };
}

function findingChoice({ rule, fingerprint }: Flag): RowChoice {
  return {
    id: fingerprint,
    label: `Show finding: ${ruleName(rule)}`,
    run: () => go("exceptions", fingerprint),
  };
}

function useMatchAction() {
  const dialogs = useDialogs();
  const mayMatch = useMayMatch();
  return {
    match: (from: MatchSides): RowChoice[] =>
      mayMatch(from)
        ? [{ id: "match", label: "Match by hand…", run: () => dialogs.show({ is: "match", from }) }]
        : [],
  };
}
