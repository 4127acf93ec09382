/** What the program is, and what the person prefers. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function appHandlers(app: HandlerContext): Handlers<"app.describe" | "preferences.change"> {
  const { platform, appVersion, preferences, send } = app;
  return {
    "app.describe": () => ({
      version: appVersion,
      host: platform.host,
      platform: platform.os,
      preferences: preferences.value,
    }),
    "preferences.change": async (change) => {
      try {
        return await preferences.change(change);
      } finally {
        // What cannot be written counts all the same while the program runs, in every window.
        send({ event: "preferences.changed", value: preferences.value });
      }
    },
  };
}
