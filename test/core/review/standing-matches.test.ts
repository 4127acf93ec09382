/** Which manual match holds a record, while matches are made and taken back. */
import { expect, test } from "vitest";
import { StandingMatches } from "../../../src/core/review/decisions/manual-match.ts";

type Taken = Parameters<StandingMatches["take"]>[0];

function records(walletIDs: readonly number[], payIDs: readonly number[]): Taken["records"] {
  const given = {
    entries: walletIDs.map((walletID) => ({ walletID })),
    transactions: payIDs.map((payID) => ({ payID })),
  };
  return given as unknown as Taken["records"];
}

test("the first match that has one of the records holds it, until it is taken back", () => {
  const standing = new StandingMatches();
  const [first, second] = [records([1], [11]), records([2, 3], [12])];
  standing.take({ id: 1, by: "Ada Obi", undoes: null, records: first });
  standing.take({ id: 2, by: "Ada Obi", undoes: null, records: second });
  expect(standing.holderOf([4], [13])).toBeNull();
  expect(standing.holderOf([3], [])).toEqual({ id: 2, record: "walletID 3", records: second });
  expect(standing.holderOf([4, 2], [11])).toEqual({ id: 1, record: "payID 11", records: first });
  standing.take({ id: 3, by: "Ben Eze", undoes: 1, records: first });
  expect(standing.holderOf([1], [11])).toBeNull();
  expect(standing.holderOf([1], [12])).toEqual({ id: 2, record: "payID 12", records: second });
  expect(standing.recordsInForce(2)).toBe(second);
  expect(() => standing.recordsInForce(1)).toThrow("Ben Eze has already undone this match");
  expect(() => standing.recordsInForce(9)).toThrow("There is no match with this number");
});
