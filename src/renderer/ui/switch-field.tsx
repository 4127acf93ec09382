/** `<SwitchField isSelected={flag} onChange={setFlag}>Only flagged</SwitchField>` */
import type { ReactNode } from "react";
import { Switch, type SwitchProps } from "react-aria-components";

interface SwitchFieldProps extends Omit<SwitchProps, "className" | "style" | "children"> {
  readonly children: ReactNode;
}

export function SwitchField({ children, ...rest }: SwitchFieldProps) {
  return (
    <Switch {...rest} className="row gap-2 switch">
      <span className="holds rigid switch-track" aria-hidden="true" />
      {children}
    </Switch>
  );
}
