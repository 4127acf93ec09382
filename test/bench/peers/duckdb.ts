/** Loads both files into a DuckDB database and prints the five counts. Arguments: the folder of DuckDB's package, counts.sql. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** What this bench uses of @duckdb/node-api, which the project does not depend on. */
interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
}

const [, , folder = "", countsSql = ""] = process.argv;
const { DuckDBInstance } = createRequire(join(folder, "package.json"))("@duckdb/node-api") as DuckDb;
const connection = await (await DuckDBInstance.create("peer.duckdb")).connect();
await load("../wallet.json", "CREATE TABLE entry AS SELECT *");
await load("../transactions.json", "CREATE TABLE payment AS SELECT *, fee.chargedamount AS chargedamount");
const counted = await connection.runAndReadAll(readFileSync(countsSql, "utf8"));
process.stdout.write(`${String(counted.getRowsJson()[0]?.[0])}\n`);

/** DuckDB reads the list alone twice as fast as the whole response, which is a single record to it. */
async function load(path: string, statement: string): Promise<void> {
  const bytes = readFileSync(path);
  writeFileSync("list.json", bytes.subarray(bytes.indexOf("["), bytes.lastIndexOf("]") + 1));
  await connection.run(`${statement} FROM read_json('list.json', format = 'array')`);
  rmSync("list.json");
}
