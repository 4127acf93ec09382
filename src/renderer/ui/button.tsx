/**
 * `<Button variant="primary" icon="pull" onPress={…}>Pull now</Button>`; without words it needs an
 * `aria-label`.
 */
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { Icon, type IconName } from "./icon.tsx";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  /**
   * `plain` has an edge, `quiet` has none, `primary` is what most will want, `danger` cannot be taken back,
   * `link` is words alone.
   */
  readonly variant?: "plain" | "primary" | "quiet" | "danger" | "link";
  readonly size?: "s" | "m";
  readonly icon?: IconName;
  readonly children?: ReactNode;
}

export function Button({ variant = "plain", size = "m", icon, children, ...rest }: ButtonProps) {
  const bare = children === undefined ? " button-bare" : "";
  return (
    <AriaButton {...rest} className={`button button-${variant} button-${size}${bare}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

interface CloseButtonProps extends Pick<AriaButtonProps, "slot" | "onPress"> {
  readonly label: string;
}

/** Takes away what it stands beside; its label, read aloud, says what that is. */
export function CloseButton({ label, ...rest }: CloseButtonProps) {
  return <Button variant="quiet" size="s" icon="close" aria-label={label} {...rest} />;
}
