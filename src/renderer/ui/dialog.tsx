/**
 * `<Dialog title="Export" onClose={close} actions={<Button slot="close" …/>}>…</Dialog>`: mounted is open; Escape,
 * outside and buttons in the slot `close` close it.
 */
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button, type ButtonProps, CloseButton } from "./button.tsx";
import { useOpenDialog } from "./front-dialog.ts";
import { DialogToasts } from "./toast.tsx";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at its foot, the one most will want last. */
  readonly actions?: ReactNode;
  /** `xl` takes what height there is. */
  readonly size?: "s" | "m" | "l" | "xl";
  /** Of something that needs an answer before anything else. */
  readonly isAlert?: boolean;
}

export function Dialog({ title, onClose, children, actions, size = "m", isAlert = false }: DialogProps) {
  const id = useOpenDialog();
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isAlert}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="beside at-start centred dialog-scrim"
    >
      <Modal className={`beside over dialog-sheet dialog-${size}`}>
        <AriaDialog className="pane dialog" role={isAlert ? "alertdialog" : "dialog"}>
          <header className="row ends gap-3 dialog-head">
            <Heading slot="title" level={2} className="title dialog-title">
              {title}
            </Heading>
            {isAlert ? null : <CloseButton label="Close" slot="close" />}
          </header>
          <div className="stack gap-4 scrolls dialog-body">{children}</div>
          <DialogToasts dialog={id} />
          {actions === undefined ? null : (
            <footer className="wrap gap-2 far edge-above pad-x-5 pad-y-3 dialog-foot">{actions}</footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface CancelOrProps extends Pick<ButtonProps, "variant" | "isDisabled" | "autoFocus"> {
  readonly words: string;
  /** What does it by keyboard: the way out shows its key then, too. */
  readonly keys?: string;
  readonly onDo: () => void;
}

/** `actions={<CancelOr words="Restore" onDo={restore} />}`: leaves it, or does what it is for. */
export function CancelOr({ words, keys, onDo, variant = "primary", ...button }: CancelOrProps) {
  return (
    <>
      <Button variant="quiet" words="Cancel" keys={keys && "Escape"} slot="close" />
      <Button {...{ variant, words, keys }} onPress={onDo} {...button} />
    </>
  );
}
