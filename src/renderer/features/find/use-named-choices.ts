/** Places, months and all that can be done where one is, by their names. */
import { useState } from "react";
import { monthDays } from "../../../core/time.ts";
import { useJobs } from "../../app/jobs/jobs-provider.tsx";
import { useLedger } from "../../app/ledger/ledger-provider.tsx";
import { moreItems } from "../../app/more-items.ts";
import { periodName } from "../../app/period-words.ts";
import { PLACES } from "../../app/place-names.ts";
import { useCommands } from "../../app/use-commands.ts";
import { go, setPeriod } from "../../app/use-route.ts";
import { keysInForce, runShortcut } from "../../ui/keys/use-keys.ts";
import type { NamedChoice, NamedGroup } from "./choices.ts";

/** @param months newest first */
export function useNamedChoices(months: readonly string[]): readonly NamedGroup[] {
  const commands = useCommands();
  const ledger = useLedger();
  const { running } = useJobs();
  // Those of the place beneath, as it was when one began to look.
  const [byKey] = useState(choicesByKey);
  if (ledger === null) return [{ title: "Actions", choices: byKey }];
  const isBusy = running !== null;
  const more = moreItems({
    isSandbox: ledger.connection === "sandbox",
    isBusy,
    cannotWrite: isBusy || ledger.readOnly !== null,
    isPast: ledger.readOnly?.code === "LEDGER_PAST",
  });
  return [
    { title: "Pages", choices: PLACE_CHOICES },
    {
      title: "Actions",
      choices: [
        ...byKey,
        // The others have keys, and stand above.
        ...more
          .filter(({ keys }) => keys === undefined)
          .map(({ id, ...item }): NamedChoice => ({ ...item, id: `more ${id}`, run: () => commands[id]() })),
      ],
    },
    { title: "Periods", choices: periodChoices(months), onlyTyped: true },
  ];
}

const PLACE_CHOICES: readonly NamedChoice[] = PLACES.map(({ name, label, key }) => ({
  id: `place ${name}`,
  label,
  keys: `g ${key}`,
  run: () => go(name),
}));

/** Its own, and another for a page. */
const NOT_SHOWN = ["Mod+K", "Mod+,"];

function choicesByKey(): readonly NamedChoice[] {
  const known = new Set([...NOT_SHOWN, ...PLACES.map(({ key }) => `g ${key}`)]);
  return keysInForce().flatMap(({ group, keys }) =>
    keys.flatMap(([shortcut, { does, run }]) => {
      if (run === null || known.has(shortcut)) return [];
      known.add(shortcut);
      const hint = group === "Everywhere" ? undefined : group;
      return [{ id: `key ${shortcut}`, label: does, hint, keys: shortcut, run: () => runShortcut(shortcut) }];
    }),
  );
}

function periodChoices(months: readonly string[]): readonly NamedChoice[] {
  const all = { id: "period all", label: periodName(null), run: () => setPeriod(null) };
  const single = months.flatMap((month) => {
    const period = monthDays(month);
    return period === null
      ? []
      : [{ id: `period ${month}`, label: periodName(period), hint: month, run: () => setPeriod(period) }];
  });
  return [...single, all];
}
