/** How much more work is done for more data, counted and not timed: a busy machine changes nothing of it. */
import Database from "better-sqlite3";

/** Gives the same object, and counts each property that is read of it. */
export type Watch = <T extends object>(one: T) => T;

/** How many properties work reads of what it is given; what it does with lists and copies of that is not seen. @param prepared gives the work, on what it has watched, and is not counted itself */
function propertiesRead(prepared: (watch: Watch) => () => unknown): number {
  let read = 0;
  const counting: ProxyHandler<object> = {
    get(one, key, receiver): unknown {
      read += 1;
      return Reflect.get(one, key, receiver);
    },
  };
  const work = prepared((one) => new Proxy(one, counting) as typeof one);
  read = 0;
  work();
  return read;
}

/** How many times more is read of sixteen times as much: 16 where it grows with the amount, 256 where it grows with the square. */
export function growthOverSixteen(
  prepared: (amount: number, watch: Watch) => () => unknown,
  amount: number,
): number {
  const [small, large] = [amount / 16, amount].map((some) =>
    propertiesRead((watch) => prepared(some, watch)),
  );
  if (small === undefined || small < amount / 16) throw new Error("what is watched is not read");
  return (large ?? 0) / small;
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Puts another method in the place of one. @returns what puts it back */
function replace(target: object, name: string, by: (given: Method) => Method): () => void {
  const given = Reflect.get(target, name) as Method;
  Reflect.set(target, name, by(given));
  return () => void Reflect.set(target, name, given);
}

/**
 * How many rows SQLite gives to this process while some work is done: in lists, one after the other, and to functions that it calls.
 * What it reads for one row, or for none, is not seen.
 */
export async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  let read = 0;
  const db = new Database(":memory:");
  const statement = Object.getPrototypeOf(db.prepare("SELECT 1")) as object;
  db.close();
  const restore = [
    replace(
      statement,
      "all",
      (all) =>
        function (...values) {
          const rows = all.apply(this, values) as readonly unknown[];
          read += rows.length;
          return rows;
        },
    ),
    replace(
      statement,
      "iterate",
      (iterate) =>
        function* (...values) {
          for (const row of iterate.apply(this, values) as Iterable<unknown>) {
            read += 1;
            yield row;
          }
        },
    ),
    replace(
      Database.prototype,
      "function",
      (define) =>
        function (...given) {
          const called = given.pop() as Method;
          const counted: Method = (...values) => {
            read += 1;
            return called(...values);
          };
          Object.defineProperty(counted, "length", { value: called.length });
          return define.apply(this, [...given, counted]);
        },
    ),
  ];
  try {
    await work();
  } finally {
    for (const back of restore) back();
  }
  return read;
}
