/** Native message boxes, for when the page cannot ask: before it is loaded, or while it closes. */
import { BrowserWindow, type MessageBoxOptions, dialog } from "electron";
import { type Fault, faultOf } from "../../ipc/envelope.ts";

const ask = (options: MessageBoxOptions): ReturnType<typeof dialog.showMessageBox> => {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  return window === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
};

/** Says what failed and what to do. */
export async function tellFault({ code, sentence, remedy }: Fault): Promise<void> {
  await ask({ type: "error", message: sentence, detail: `${remedy}\n\n${code}`, buttons: ["OK"] });
}

let isTelling = false;

/** Says that something failed which should not: one box at a time, however often it does. */
export async function tellDefect(error: unknown): Promise<void> {
  if (isTelling) return;
  isTelling = true;
  await tellFault(faultOf(error));
  isTelling = false;
}

const STAY = 0;
const LEAVE = 1;

/** @returns whether to leave although work is under way */
export async function askToLeave(): Promise<boolean> {
  const { response } = await ask({
    type: "question",
    message: "A task is still running",
    detail: "Quitting cancels the task. What was saved before stays in the ledger. Unfinished work is lost.",
    buttons: ["Keep Working", "Cancel Task and Quit"],
    defaultId: STAY,
    cancelId: STAY,
    noLink: true,
  });
  return response === LEAVE;
}
