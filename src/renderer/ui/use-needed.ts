/** `useNeeded(JobsContext, "JobsProvider")`: what a provider above gives; without one it throws. */
import { type Context, useContext } from "react";

export function useNeeded<T>(context: Context<T | null>, provider: string): T {
  const given = useContext(context);
  if (given === null) throw new Error(`there is no ${provider} above`);
  return given;
}
