/** The windows that are open, the newest last. */
export interface OpenWindow {
  /** @returns whether it closed */
  close(): boolean;
}

const open: OpenWindow[] = [];

export const openWindows = (): readonly OpenWindow[] => [...open];
export const addWindow = (window: OpenWindow): unknown => open.push(window);
export const removeWindow = (window: OpenWindow): unknown => open.splice(open.indexOf(window), 1);
