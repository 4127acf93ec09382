/** A link of the trail that nests thousands of levels deep: the window gets an answer, and goes on. */
import { expect, test } from "vitest";
import { filledLedger, tamper } from "../ledger/made.ts";
import { Person } from "./opening.ts";

test.each([65, 2000, 100_000])(
  "reports a payload of %i levels as AUDIT_BROKEN with its link",
  async (levels) => {
    const person = await Person.open();
    const path = filledLedger();
    const deep = `${"[".repeat(levels)}${"]".repeat(levels)}`;
    tamper(path, `UPDATE audit SET payload = '${deep}' WHERE sequence = 2`);
    await person.call("ledger.open", { file: await person.choose(path) });
    expect(await person.refused("activity.list", { before: null, count: 100 })).toMatchObject({
      code: "AUDIT_BROKEN",
      record: "link 2",
    });
    expect(await person.call("ledger.current", {})).toMatchObject({ readOnly: null });
  },
);
