import { expect, test } from "vitest";
import { Person } from "./opening.ts";

test("manual matches cross the bridge: made, used, listed, undone, refused", async () => {
  const person = await Person.open();
  await person.fill(300);
  const { snapshot, human } = await person.call("check.open", {});
  expect(human.matches).toEqual([]);
  const batch = { snapshot, from: 0, count: 5 } as const;
  const entries = await person.call("check.read", { ...batch, table: "entries" });
  const payments = await person.call("check.read", { ...batch, table: "transactions" });
  const walletIDs = [...(entries as { walletID: Float64Array }).walletID].slice(0, 2);
  const [payID = 0] = (payments as { payID: Float64Array }).payID;
  const before = await person.call("ledger.current", {});

  const made = await person.call("match.decide", { walletIDs, payIDs: [payID], note: "Why", by: "Ada" });
  expect(made).toMatchObject({ id: 1, state: "in-force", undone: null, changes: [] });
  const after = await person.call("ledger.current", {});
  expect(after?.human).not.toBe(before?.human);
  const again = await person.call("check.open", {});
  expect(again.snapshot).toBe(snapshot);
  expect(again.human.matches).toEqual([{ id: 1, walletIDs, payIDs: [payID] }]);
  const conflict = await person.refused("match.decide", {
    walletIDs,
    payIDs: [payID],
    note: "Why",
    by: "Ada",
  });
  expect(conflict.code).toBe("MATCH_CONFLICT");

  const undone = await person.call("match.undo", { id: 1, note: "", by: "Ben" });
  expect(undone).toMatchObject({ id: 1, state: "undone", undone: { by: "Ben" } });
  expect((await person.call("check.open", {})).human.matches).toEqual([]);
  expect(await person.call("match.list", {})).toEqual({ matches: [undone] });
  expect((await person.refused("match.undo", { id: 7, note: "", by: "Ben" })).code).toBe("MATCH_NOT_FOUND");
});
