import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeLedger } from "../../../src/main/ledger/close.ts";
import { createLedger } from "../../../src/main/ledger/make.ts";
import { temporaryFolder } from "../../helpers/cli.ts";

test("making a ledger clears up what a killed process left of it, and nothing else", () => {
  const folder = temporaryFolder();
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  const put = (name: string, at: Date): string => {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), at, at);
    return name;
  };
  const kept = [
    put(`a.tieout.${randomUUID()}.new`, new Date()),
    put(`b.tieout.${randomUUID()}.new`, twoDaysAgo),
    put("a.tieout.new", twoDaysAgo),
    put(`a.tieout.${randomUUID()}.newer`, twoDaysAgo),
  ];
  const left = put(`a.tieout.${randomUUID()}.new`, twoDaysAgo);
  put(`${left}-journal`, twoDaysAgo);
  closeLedger(createLedger(join(folder, "a.tieout"), { ledgerId: "a", atMs: 0 }));
  expect(readdirSync(folder).toSorted()).toEqual(["a.tieout", ...kept].toSorted());
});
