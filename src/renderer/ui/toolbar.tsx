/** `<Toolbar label="Filters">…</Toolbar>`: a row of controls over what they act on. */
import type { ReactNode } from "react";
import { Group } from "react-aria-components";

export function Toolbar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Group className="cluster rigid gap-2 across-3 edge-below pad-x-5 pad-y-2 toolbar" aria-label={label}>
      {children}
    </Group>
  );
}
