/** What people decided about findings. `finding` is canonical JSON of the finding as it was then. */
import { appendOnly } from "./append-only.ts";

export const DECISIONS = `
CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'explained', 'accepted', 'raised')),
  note TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undoes INTEGER REFERENCES decision (id),
  finding TEXT NOT NULL
) STRICT;
CREATE INDEX decision_fingerprint ON decision (fingerprint);
${appendOnly("decision")}
`;
