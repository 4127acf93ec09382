/** Keys that sign instead of names: `tieout key new`, `enrol`, `list`, `revoke`, `demand`, `show`. */
import { usageError } from "../../core/errors.ts";
import { keyFingerprint } from "../../core/review/close/keys.ts";
import type { KeyChange } from "../../main/services/close/keys.ts";
import { argument, command, commandGroup, needed, option, toggle, wholeNumber } from "../terminal/command.ts";
import { printKeys, writeKeysJson } from "../terminal/keys.ts";
import { LEDGER, asFingerprint, asMonth, jsonFlag } from "../terminal/options.ts";
import { askPassphrase } from "../terminal/passphrase.ts";
import { type Session, print } from "../terminal/terminal.ts";

const FILE = { file: argument("the key's file") };
const JSON_KEYS = jsonFlag("tieout.keys/1");

interface GivenChange {
  readonly ledger: string;
  readonly by: string;
  readonly note?: string | undefined;
}

async function change({ ledger, by, note = "" }: GivenChange, { context }: Session, to: KeyChange) {
  const { changeKeys } = await import("../../main/services/close/keys.ts");
  return changeKeys({ ledger, by, note, change: to }, context);
}

const NEW = command({
  takes: FILE,
  after: `
Example:
  tieout key new ada.tieout-key

Makes an Ed25519 key and keeps it in a new file that only its owner can read, encrypted with a passphrase of at least 12
characters: in TIEOUT_PASSPHRASE, or typed. The file is of age's format (age-encryption.org). Whoever has file and passphrase
can sign as its owner. Without them nobody can, and nothing brings the key back: keep a copy of the file.

Next: tieout key enrol.`,
  run: async ({ file }, session) => {
    const passphrase = await askPassphrase(session, true);
    const { makeKeyFile } = await import("../../main/services/backup/key-file.ts");
    return makeKeyFile(file, passphrase);
  },
  print: async ({ key }, { file }, { terminal }) =>
    print(terminal, `The key is in ${file}.\nFingerprint  ${keyFingerprint(key)}\nPublic key   ${key}\n`),
});

const SHOW = command({
  takes: FILE,
  after: `
Example:
  tieout key show ada.tieout-key`,
  run: async ({ file }, session) => {
    const { unlockKeyFile } = await import("../../main/services/backup/key-file.ts");
    return unlockKeyFile(file, await askPassphrase(session, false));
  },
  print: async ({ key }, _, { terminal }) =>
    print(terminal, `Fingerprint  ${keyFingerprint(key)}\nPublic key   ${key}\n`),
});

const ENROL = command({
  takes: {
    ...LEDGER,
    by: needed("<name>", "whose key it is"),
    note: option("<text>", "anything to add, such as how the fingerprint was compared"),
    ...JSON_KEYS,
  },
  after: `
Example:
  tieout key enrol wallet.tieout --by "Ada Obi" --sign-with ada.tieout-key

From then on whatever is done under this name must be signed with this key: every command that takes --by takes --sign-with, and
TIEOUT_KEY_FILE names the file for all of them. The enrolment is signed with the key itself. A name has one key in force; another
one is enrolled once it is revoked. Tell the others the fingerprint by another way than the ledger, so that they can compare it.`,
  run: async (given, session) => {
    if (session.context.keys === undefined)
      throw usageError("Name the key's file: --sign-with FILE, or TIEOUT_KEY_FILE.");
    return change(given, session, { kind: "enrolled" });
  },
  print: async (report, { json }, { terminal }) => (json ? writeKeysJson : printKeys)(terminal, report),
});

const LIST = command({
  takes: { ...LEDGER, ...JSON_KEYS },
  after: `
Example:
  tieout key list wallet.tieout

Whose each key is, from which link of the audit trail to which, and how many links it signed.`,
  run: async ({ ledger }) => {
    const { readKeys } = await import("../../main/services/close/keys.ts");
    return readKeys(ledger);
  },
  print: async (report, { json }, { terminal }) => (json ? writeKeysJson : printKeys)(terminal, report),
});

const REVOKE = command({
  takes: {
    ...LEDGER,
    fingerprint: needed("<digits>", "the first digits of the key, without blanks", asFingerprint),
    fromLink: option("<number>", "its signatures from this link on are not to be relied on", wholeNumber(1)),
    by: needed("<name>", "who revokes it"),
    note: needed("<text>", "why"),
    ...JSON_KEYS,
  },
  after: `
Examples:
  tieout key revoke wallet.tieout --fingerprint 3f2a91bc --by "Ada Obi" --note "A new laptop" --sign-with ada.tieout-key
  tieout key revoke wallet.tieout --fingerprint 3f2a91bc --from-link 812 --by "Bola Ade" --note "Stolen on Monday" --sign-with bola.tieout-key

Nobody signs with the key in this ledger from then on. With --from-link, what it signed before stays, and tieout verify names the
links that are not to be relied on. A revocation is signed with the key itself, or with the key of somebody else.`,
  run: async ({ fingerprint: digits, fromLink: from = null, ...given }, session) =>
    change(given, session, { kind: "revoked", digits, from }),
  print: async (report, { json }, { terminal }) => (json ? writeKeysJson : printKeys)(terminal, report),
});

const DEMAND = command({
  takes: {
    ...LEDGER,
    by: needed("<name>", "who demands it"),
    note: needed("<text>", "why"),
    fromMonth: option("<YYYY-MM>", "only for this month and later ones", asMonth),
    off: toggle("take it back: names alone may sign again"),
    ...JSON_KEYS,
  },
  after: `
Examples:
  tieout key demand wallet.tieout --by "Bola Ade" --note "The firm's policy from November on" --sign-with bola.tieout-key
  tieout key demand wallet.tieout --from-month 2026-11 --by "Bola Ade" --note "The firm's policy" --sign-with bola.tieout-key
  tieout key demand wallet.tieout --off --by "Bola Ade" --note "The client keeps the file" --sign-with bola.tieout-key

From then on this ledger refuses whatever no key signs. Anybody can still enrol a key. It is signed with the key of whoever demands it.
With --from-month it refuses, without a key, the steps of the close, review points and marks of that month and later ones, and to sign
off such a month on a preparation that no key signed. Earlier months, decisions and matches are as before. One demand is in force: take
it back before another one.`,
  run: async ({ off, fromMonth, ...given }, session) => {
    if (off && fromMonth !== undefined) throw usageError("Give either --off or --from-month, not both.");
    return change(
      given,
      session,
      off ? { kind: "released" } : { kind: "demanded", ...(fromMonth === undefined ? {} : { fromMonth }) },
    );
  },
  print: async (report, { json }, { terminal }) => (json ? writeKeysJson : printKeys)(terminal, report),
});

export const KEY_COMMANDS = {
  key: commandGroup({
    new: { description: "make a key in a file of its own, encrypted with a passphrase", command: NEW },
    show: { description: "show which key is in a file", command: SHOW },
    enrol: { description: "enrol a key in a ledger, under a name", command: ENROL },
    list: {
      description: "list the keys of a ledger: whose, since when, and what they signed",
      command: LIST,
    },
    revoke: { description: "revoke a key, so that nobody signs with it any more", command: REVOKE },
    demand: { description: "refuse from now on whatever no key signs", command: DEMAND },
  }),
};
