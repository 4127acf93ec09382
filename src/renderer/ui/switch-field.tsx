/** `<SwitchField isSelected={flag} onChange={setFlag}>Only flagged</SwitchField>` */
import type { ReactNode } from "react";
import { Switch, type SwitchProps } from "react-aria-components";
import "./fields.css";

interface SwitchFieldProps extends Omit<SwitchProps, "className" | "style" | "children"> {
  readonly children: ReactNode;
}

export function SwitchField({ children, ...rest }: SwitchFieldProps) {
  return (
    <Switch {...rest} className="row switch">
      <span className="switch-track" aria-hidden="true" />
      {children}
    </Switch>
  );
}
