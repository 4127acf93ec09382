/** What is put away again: at the end of the test that made it, or of the file whose tests share it. */
import { afterAll, beforeAll, onTestFinished } from "vitest";

type End = () => unknown;

/** What the file being prepared leaves behind; null while a test runs. */
let leftByFile: End[] | null = null;

/** Puts something away when the test ends, or the file where its tests share what is made. */
export function atEnd(end: End): void {
  if (leftByFile !== null) leftByFile.push(end);
  else {
    onTestFinished(async () => {
      await end();
    });
  }
}

/**
 * Makes something once for all tests of a file. Call it at the file's top, after `useBrowser`. Tests that share must leave it so that
 * any of them can come next.
 *
 * @returns asks for what was made, within a test
 */
export function useShared<T>(make: () => Promise<T>): () => T {
  const ends: End[] = [];
  let made: { readonly value: T } | null = null;
  beforeAll(async () => {
    leftByFile = ends;
    try {
      made = { value: await make() };
    } finally {
      leftByFile = null;
    }
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    if (made === null) throw new Error("nothing was made: ask within a test");
    return made.value;
  };
}
