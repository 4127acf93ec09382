/**
 * Makes a generator disposable with `using`. Generators are disposable by themselves only from Node 24 on,
 * and Node 22 runs this code, too.
 * @returns what ends the generator when it is disposed; one that has ended already stays so
 */
export function ending(generator: Generator<unknown, unknown>): Disposable {
  return {
    [Symbol.dispose](): void {
      generator.return(undefined);
    },
  };
}
