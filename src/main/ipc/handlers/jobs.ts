/** Long work that goes on, and how it ended. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function jobHandlers({ jobs }: HandlerContext): Handlers<"jobs.list" | "jobs.cancel"> {
  return {
    "jobs.list": () => ({ jobs: [...jobs.list()] }),
    "jobs.cancel": ({ id }) => {
      jobs.cancel(id);
      return {};
    },
  };
}
