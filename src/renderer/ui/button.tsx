/**
 * `<Button variant="primary" icon="pull" onPress={…}>Pull now</Button>`; without words it needs an
 * `aria-label`.
 */
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { Icon, type IconName } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  /**
   * `plain` has an edge, `quiet` has none, `primary` is what most will want, `danger` cannot be taken back,
   * `link` is words alone.
   */
  readonly variant?: "plain" | "primary" | "quiet" | "danger" | "link";
  readonly size?: "s" | "m";
  readonly icon?: IconName;
  /** What it says, where that is words alone; else `children`. */
  readonly words?: string;
  /** Which of several it acts on, read aloud after its words. */
  readonly of?: string | undefined;
  /** The key that does the same, shown after what it says. */
  readonly keys?: string | undefined;
  readonly children?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { variant = "plain", size = "m", icon, words, of, keys, children = words, ...rest } = props;
  const bare = children === undefined ? " button-bare" : "";
  const label = of === undefined ? {} : { "aria-label": `${words}: ${of}` };
  return (
    <AriaButton {...rest} {...label} className={`button button-${variant} button-${size}${bare}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
      {keys === undefined ? null : (
        <>
          {" "}
          <Kbd keys={keys} />
        </>
      )}
    </AriaButton>
  );
}

interface CloseButtonProps extends Pick<AriaButtonProps, "slot" | "onPress" | "preventFocusOnPress"> {
  readonly label: string;
}

/** Takes away what it stands beside; its label, read aloud, says what that is. */
export function CloseButton({ label, ...rest }: CloseButtonProps) {
  return <Button variant="quiet" size="s" icon="close" aria-label={label} {...rest} />;
}
