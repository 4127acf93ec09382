/** Pulls that were set aside, as if they had never been made, and put back. */
export const PULL_STEP_TABLE = `
CREATE TABLE pull_step (
  id INTEGER PRIMARY KEY,
  pull_id INTEGER NOT NULL REFERENCES pull (id),
  step TEXT NOT NULL CHECK (step IN ('set-aside', 'put-back')),
  decided_by TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
${["UPDATE", "DELETE"]
  .map(
    (verb) => `CREATE TRIGGER pull_step_no_${verb.toLowerCase()} BEFORE ${verb} ON pull_step
BEGIN SELECT RAISE(ABORT, 'pull_step is append-only'); END;`,
  )
  .join("\n")}
`;
