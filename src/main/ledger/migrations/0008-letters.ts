/**
 * Letters to the provider: what happened to each. `event` is canonical JSON, as `core/review/letters`
 * declares it.
 */
export const LETTER_TABLE = `
CREATE TABLE letter_step (
  id INTEGER PRIMARY KEY,
  letter TEXT NOT NULL,
  event TEXT NOT NULL,
  recorded_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${["UPDATE", "DELETE"]
  .map(
    (verb) => `CREATE TRIGGER letter_step_no_${verb.toLowerCase()} BEFORE ${verb} ON letter_step
BEGIN SELECT RAISE(ABORT, 'letter_step is append-only'); END;`,
  )
  .join("\n")}
`;
