/** The keys that hold everywhere, and the native menu, which asks for the same. */
import { type MenuCommand, PLACE_NAMES } from "../../../ipc/events.ts";
import { type KeyMap, runCommand, useKeys } from "../../ui/keys/use-keys.ts";
import { PLACES, type NamedPlace } from "../place-names.ts";
import { useCommands } from "../use-commands.ts";
import { useEvent } from "../use-event.ts";
import { useLedger } from "../ledger/ledger-provider.tsx";
import { go } from "../use-route.ts";
import { YEAR } from "../../shared/months/addresses.ts";

export function ShellKeys() {
  const commands = useCommands();
  const hasLedger = useLedger() !== null;
  useKeys(
    {
      "Mod+K": { does: "Find anything", run: commands.find, command: "find", inFields: true },
      "?": { does: "All keys", run: commands.keys, command: "keys" },
      "Mod+O": { does: "Open a ledger", run: commands.open, command: "open", inFields: true },
      "Mod+Shift+N": { does: "New ledger", run: commands.new, command: "new", inFields: true, isTwin: true },
      "Mod+N": { does: "New ledger", run: commands.new, inFields: true },
      "g l": { does: "Go to another ledger", run: commands.ledgers },
    },
    { group: "Everywhere" },
  );
  useKeys(
    placeKeys(({ name }) => name === "clients"),
    { group: "Everywhere" },
  );
  useKeys(
    {
      ...placeKeys(({ name }) => name !== "clients"),
      "g y": { does: "The year: twelve months", run: () => go("close", YEAR) },
      "Mod+,": { does: "Settings", run: () => go("settings"), inFields: true },
      "Mod+E": { does: "Export", run: commands.export, command: "export", inFields: true },
      "g p": { does: "Pull now", run: commands.pull, command: "pull" },
    },
    { group: "Everywhere", enabled: hasLedger },
  );
  const runHere = (command: MenuCommand) => {
    if (command === "back-up") commands.backUp();
    else if (command === "verify") commands.verify();
    else if (command === "import") commands.import();
    else if (command === "pull") commands.pull();
    else if (command === "verify-workbook") commands.verifyWorkbook();
    else if (command === "reviewed-workbook") commands.importReview();
  };
  useEvent("menu.chosen", ({ command }) => {
    const place = PLACE_NAMES.find((name) => name === command);
    if (place !== undefined) go(place);
    else if (!runCommand(command)) runHere(command);
  });
  return null;
}

/** The keys that go to some of the places. */
function placeKeys(isMeant: (place: NamedPlace) => boolean): KeyMap {
  const keys = PLACES.filter(isMeant).map(
    ({ name, label, key }) => [`g ${key}`, { does: `Go to ${label}`, run: () => go(name) }] as const,
  );
  return Object.fromEntries(keys);
}
