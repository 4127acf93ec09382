/** Faults of core that change nothing, each with the reason. */
export const EQUIVALENTS: readonly {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}[] = [];
