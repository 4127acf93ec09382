/** `<Toolbar label="Filters">…</Toolbar>`: a row of controls over what they act on. */
import type { ReactNode } from "react";
import { Group } from "react-aria-components";
import "./parts.css";

export function Toolbar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Group className="cluster toolbar" aria-label={label}>
      {children}
    </Group>
  );
}
