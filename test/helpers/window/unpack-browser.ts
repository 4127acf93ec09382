/** Before the journeys of the window: unpacks the browser once, which each of the workers would do by itself. */
import { findBrowser } from "./browser.ts";

export async function setup(): Promise<void> {
  await findBrowser();
}
