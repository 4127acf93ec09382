/** Long work that goes on, and how it ended. */
import type { Desk } from "../desk.ts";
import type { Handlers } from "../handlers.ts";

export function jobHandlers({ jobs }: Desk): Handlers<"jobs.list" | "jobs.cancel"> {
  return {
    "jobs.list": () => ({ jobs: [...jobs.list()] }),
    "jobs.cancel": ({ id }) => {
      jobs.cancel(id);
      return {};
    },
  };
}
