/** How much a process works, however busy the machine is with others: tests compare such times with each other. */

/** CPU time that some work takes in this process, all its threads together; milliseconds. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/**
 * The least CPU time that each of some works takes, in turn and several times over: what else the process does (compiling, freeing
 * memory) falls into different rounds.
 */
export async function leastCpuMs(works: readonly (() => unknown)[], rounds = 4): Promise<number[]> {
  const least = works.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, work] of works.entries()) least[at] = Math.min(least[at] ?? 0, await cpuMs(work));
  }
  return least;
}

/**
 * How many times longer the same work takes on sixteen times as much: about 16 where the time grows with the amount, some 30 where
 * larger maps no longer fit the processor's caches, 256 where it grows with the square. A limit of 90 has room on both sides.
 *
 * @param prepared gives the work on so much, and is not counted itself
 */
export async function growthOverSixteen(
  prepared: (amount: number) => () => unknown,
  amount: number,
): Promise<number> {
  const [small = 0, large = 0] = await leastCpuMs([prepared(amount / 16), prepared(amount)]);
  return large / small;
}
