/** What a field says under itself, if anything; screen readers read it with the field. */
import type { ReactNode } from "react";
import { Text } from "react-aria-components";

export function Hint({ children }: { readonly children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <Text slot="description" className="small faint">
      {children}
    </Text>
  );
}
