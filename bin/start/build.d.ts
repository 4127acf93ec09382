export function isStale(root: string): boolean;
export function build(root: string): Promise<string | null>;
