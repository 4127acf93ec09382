/** The switch of a signed month: now, as it was signed, or as each pull since left it. */
import { askedOf, momentWhen, momentWords } from "../../core/review/close/moment.ts";
import { capitalised } from "../../core/sentence.ts";
import { SelectField } from "../ui/select-field.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { useMoments } from "./moment-provider.tsx";

const NOW = "now";

/** Shown only where there is something to switch to. */
export function MomentSwitch() {
  const { moments, timeZone, past, choose } = useMoments();
  const hasMoments = moments.length > 0;
  useKeys(
    { h: { does: "As signed, or now", run: () => choose(past === null ? "signed" : null) } },
    { group: "Everywhere", enabled: hasMoments },
  );
  if (!hasMoments) return null;
  return (
    <SelectField
      label="Shown as of"
      isLabelHidden
      value={past === null ? NOW : String(askedOf(past.moment))}
      options={[
        { id: NOW, label: "Now" },
        ...moments.map((moment) => ({
          id: String(askedOf(moment)),
          label: capitalised(momentWords(moment)),
          hint: momentWhen(moment, timeZone),
        })),
      ]}
      onChange={(id) => choose(id === NOW ? null : id === "signed" ? id : Number(id))}
    />
  );
}
