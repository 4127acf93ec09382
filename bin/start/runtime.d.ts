export function findRuntime(root: string): string | null;
export function obtainRuntime(
  root: string,
  say: (sentence: string) => void,
): Promise<{ readonly path: string | null; readonly why: string | null }>;
