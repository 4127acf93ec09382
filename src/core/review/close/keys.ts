/**
 * Keys by which people sign what they do to a ledger: who holds which from which link of the trail on, and which key
 * must sign an act. A key is its Ed25519 public key, 64 hex digits.
 */
import type { ErrorCode } from "../../error-codes.ts";
import { TieoutError } from "../../errors.ts";
import type { HumanAct } from "../../human-act.ts";
import { formatAmount, formatCount } from "../../money.ts";
import { shortIds } from "../../words/ids.ts";
import { monthTitle } from "../../words/month.ts";
import { nameOf, noteOf, reasonOf } from "../decisions/note-rules.ts";
import type { Month } from "./close.ts";
import { isSamePerson } from "./close-rules.ts";

/** What happened to a key, or whether acts that no key signs are refused from then on. */
export type KeyEvent =
  | { readonly kind: "enrolled"; readonly key: string }
  /** `from`: its signatures from this link on are not to be relied on. */
  | { readonly kind: "revoked"; readonly key: string; readonly from: number }
  /** `fromMonth`: only what is done to this month and later ones; left out: whatever anybody does. */
  | { readonly kind: "demanded"; readonly fromMonth?: Month }
  | { readonly kind: "released" };

/** A step of the keys, by the name that the key is for, or of whoever revokes or demands. None is ever changed or deleted. */
export interface KeyStep extends HumanAct {
  readonly event: KeyEvent;
}

/** What a link says of the key that signed it. */
export interface LinkSignature {
  readonly key: string;
  /** 128 hex digits. */
  readonly signature: string;
}

/** A key that was enrolled, with the links by which that was done. */
export interface EnrolledKey {
  readonly key: string;
  /** Whose it is, as typed when it was enrolled. */
  readonly name: string;
  /** Milliseconds UTC, by the clock of who enrolled it. */
  readonly atMs: number;
  readonly link: number;
  /** null while it is in force. */
  readonly revoked: RevokedKey | null;
}

export interface RevokedKey extends Omit<HumanAct, "id"> {
  readonly link: number;
  readonly from: number;
}

/** How many digits of a key people compare: as hard to come by again as all of them are to sign with. */
const FINGERPRINT_DIGITS = 32;

/** A key as people compare it. @example `3f2a 91bc 44d0 7e15 0c9b 12aa 8f31 77de` */
export function keyFingerprint(key: string): string {
  return (key.slice(0, FINGERPRINT_DIGITS).match(/.{4}/gu) ?? []).join(" ");
}

/** What acts must be signed: all, or those that are done to a month from one on. */
export type KeyDemand = "all" | { readonly fromMonth: Month };

/** Kinds of acts that are done to one month: the steps of its close, review points and marks. */
const DONE_TO_A_MONTH: ReadonlySet<string> = new Set(["close", "point", "mark"]);

/** The month that an act is done to; null of one that is of no month alone. */
export function monthOfAct(kind: string, act: object): Month | null {
  return DONE_TO_A_MONTH.has(kind) ? (act as { readonly month: Month }).month : null;
}

/** A step that is to be taken: what signed it, null for nothing, and the number of its link. */
interface SteppingKey {
  readonly signedBy: string | null;
  readonly link: number;
}

export class StandingKeys {
  readonly #keys = new Map<string, EnrolledKey>();
  /** By name as it was asked for. */
  readonly #ofName = new Map<string, EnrolledKey | null>();
  #demand: KeyDemand | null = null;

  /** In the order in which they were enrolled. */
  get all(): readonly EnrolledKey[] {
    return [...this.#keys.values()];
  }

  /** Which acts are refused where no key signs them; null for none. */
  get demand(): KeyDemand | null {
    return this.#demand;
  }

  /** Whether an act is refused that no key signs. @param month that it is done to; null for none alone */
  #demandsOf(month: Month | null): boolean {
    if (this.#demand === null || this.#demand === "all") return this.#demand !== null;
    return month !== null && month >= this.#demand.fromMonth;
  }

  /** The key with which a person signs; null without one. A name counts as the same however it is typed. */
  ofPerson(name: string): EnrolledKey | null {
    const known = this.#ofName.get(name);
    if (known !== undefined) return known;
    const found = this.all.find((one) => one.revoked === null && isSamePerson(one.name, name)) ?? null;
    this.#ofName.set(name, found);
    return found;
  }

  /** Goes on with a step, admissible or not. @param link the number of its link */
  take({ event, ...said }: KeyStep, link: number): void {
    this.#ofName.clear();
    const { by, note, atMs } = said;
    if (event.kind === "enrolled") {
      if (this.#keys.has(event.key)) return;
      this.#keys.set(event.key, { key: event.key, name: by, atMs, link, revoked: null });
    } else if (event.kind === "revoked") {
      const found = this.#keys.get(event.key);
      if (found === undefined) return;
      this.#keys.set(event.key, { ...found, revoked: { link, from: event.from, by, note, atMs } });
    } else if (event.kind === "released") this.#demand = null;
    else this.#demand = event.fromMonth === undefined ? "all" : { fromMonth: event.fromMonth };
  }

  /**
   * Refuses a step of the keys that nobody may take after what came before.
   *
   * @throws TieoutError KEY_INVALID, KEY_UNKNOWN, KEY_REVOKED, KEY_OTHER_NAME, KEY_MISSING; DECISION_INVALID for a name or
   *   note that is refused
   */
  admit({ event, by, note }: Omit<KeyStep, "id" | "atMs">, { signedBy, link }: SteppingKey): void {
    nameOfKey(by);
    if (event.kind === "enrolled") {
      noteOf(note, null);
      this.#admitEnrolment(event.key, by, signedBy);
      return;
    }
    reasonOf(note, KEY_REASONS[event.kind]);
    if (event.kind === "revoked") this.#admitRevocation(event, link);
    else if ((this.#demand !== null) === (event.kind === "demanded"))
      throw refused(
        "KEY_INVALID",
        this.#demand === null ? "This ledger demands no keys" : `${demandWords(this.#demand)} already`,
      );
    this.admitSignature(by, signedBy, null);
    if (signedBy === null)
      throw refused(
        "KEY_MISSING",
        `${by} has no key in this ledger, and only who has one ${KEY_DEEDS[event.kind]}`,
      );
  }

  #admitEnrolment(key: string, by: string, signedBy: string | null): void {
    const before = this.#keys.get(key);
    if (before !== undefined)
      throw refused("KEY_INVALID", `${named(before)} was enrolled before, at link ${before.link}`);
    const other = this.ofPerson(by);
    if (other !== null)
      throw refused(
        "KEY_INVALID",
        `${named(other)} is in force. It is revoked before another one is enrolled for that name`,
      );
    if (signedBy !== key)
      throw refused("KEY_INVALID", "The enrolment of a key is signed with that key, and this one is not");
  }

  #admitRevocation({ key, from }: Extract<KeyEvent, { kind: "revoked" }>, link: number): void {
    const found = this.#enrolled(key);
    if (from <= found.link || from > link)
      throw refused(
        "KEY_INVALID",
        `${named(found)} is revoked from a link after ${found.link}, by which it was enrolled, and up to ${link}`,
      );
  }

  /**
   * Refuses an act that is not signed as it must be: with the key that its name has, or by name only where it has none and
   * none is demanded.
   *
   * @param signedBy the key that signed it; null for none
   * @param month that it is done to, as `monthOfAct`
   * @throws TieoutError KEY_UNKNOWN, KEY_REVOKED, KEY_OTHER_NAME, KEY_MISSING, KEY_DEMANDED
   */
  admitSignature(by: string, signedBy: string | null, month: Month | null): void {
    if (signedBy === null) {
      const due = this.ofPerson(by);
      if (due !== null)
        throw refused(
          "KEY_MISSING",
          `${due.name} signs with the key ${keyFingerprint(due.key)} in this ledger, and this is not signed with it`,
        );
      if (this.#demand !== null && this.#demandsOf(month))
        throw refused("KEY_DEMANDED", `${demandWords(this.#demand)}, and ${by} has none that is in force`);
      return;
    }
    const { name } = this.#enrolled(signedBy);
    if (!isSamePerson(name, by))
      throw refused("KEY_OTHER_NAME", `The key ${keyFingerprint(signedBy)} is that of ${name}, not of ${by}`);
  }

  /**
   * Refuses to sign off a month that demands keys on a preparation that was signed by name only, before they were demanded.
   *
   * @param preparedWith the key that signed the preparation; null for none
   * @throws TieoutError KEY_DEMANDED
   */
  admitPreparation(month: Month, preparedWith: () => string | null): void {
    if (this.#demand === "all" || !this.#demandsOf(month) || preparedWith() !== null) return;
    throw refused(
      "KEY_DEMANDED",
      `${monthTitle(month)} demands keys, and its preparation is signed by name only. It must be prepared again`,
    );
  }

  /** @throws TieoutError KEY_UNKNOWN, KEY_REVOKED */
  #enrolled(key: string): EnrolledKey {
    const found = this.#keys.get(key);
    if (found === undefined)
      throw refused("KEY_UNKNOWN", `The key ${keyFingerprint(key)} is not enrolled in this ledger`);
    if (found.revoked !== null)
      throw refused("KEY_REVOKED", `${named(found)} was revoked at link ${found.revoked.link}`);
    return found;
  }
}

/** @example `This ledger demands keys for October 2026 and later months` */
function demandWords(demand: KeyDemand): string {
  return demand === "all"
    ? "This ledger demands keys"
    : `This ledger demands keys for ${monthTitle(demand.fromMonth)} and later months`;
}

/** What is said where a step lacks its reason. */
export const KEY_REASONS = {
  revoked: "Revoking a key needs a note that says why",
  demanded: "Demanding keys needs a note that says why",
  released: "Demanding no keys any more needs a note that says why",
} as const;

/** As it is stored. @throws TieoutError DECISION_INVALID */
export function nameOfKey(by: string): string {
  return nameOf(by, "A key needs the name of the person who signs with it");
}

const KEY_DEEDS = {
  revoked: "revokes keys",
  demanded: "demands keys",
  released: "takes that back",
} as const;

/** @example `The key 3f2a … of Ada Obi` */
function named({ key, name }: Pick<EnrolledKey, "key" | "name">): string {
  return `The key ${keyFingerprint(key)} of ${name}`;
}

function refused(code: Extract<ErrorCode, `KEY_${string}`>, sentence: string): TieoutError {
  return new TieoutError(code, sentence);
}

/** A key, and the links that it signed, ascending. */
export interface KeyUse extends EnrolledKey {
  readonly signed: readonly number[];
}

/** How people signed what they did to a ledger. */
export interface SignatureReport {
  /** How many acts of people there are. */
  readonly acts: number;
  /** How many of them a key signed. */
  readonly withKey: number;
  /** Which acts are refused where no key signs them; null for none. */
  readonly demand: KeyDemand | null;
  /** In the order in which they were enrolled. */
  readonly keys: readonly KeyUse[];
}

/** @param signedWith the links that each key signed, ascending */
export function signatureReport(
  standing: StandingKeys,
  acts: number,
  signedWith: ReadonlyMap<string, readonly number[]>,
): SignatureReport {
  const keys = standing.all.map((one) => ({ ...one, signed: signedWith.get(one.key) ?? [] }));
  const withKey = keys.reduce((sum, { signed }) => sum + signed.length, 0);
  return { acts, withKey, demand: standing.demand, keys };
}

/** How people signed what they did, in one sentence without the full stop; '' where nobody did anything. */
export function signedWords({ acts, withKey }: Pick<SignatureReport, "acts" | "withKey">): string {
  if (acts === 0) return "";
  const how = withKey === 0 ? "by name only" : "with a key";
  if (withKey === 0 || withKey === acts)
    return acts === 1
      ? `The one act of a person is signed ${how}`
      : `All ${formatAmount(acts)} acts of people are signed ${how}`;
  const are = withKey === 1 ? "is" : "are";
  return `${formatAmount(withKey)} of ${formatAmount(acts)} acts of people ${are} signed with a key, the others by name only`;
}

/**
 * Whose a key is, since when, and what it signed.
 *
 * @example `Ada Obi has the key 3f2a … since link 12, and signed 37 links with it, the last of them link 57`
 */
function keyUseWords({ key, name, link, revoked, signed }: KeyUse): string {
  const until =
    revoked === null
      ? `has the key ${keyFingerprint(key)} since link ${link}`
      : `had the key ${keyFingerprint(key)} from link ${link} to ${revoked.link}`;
  const last = signed.at(-1) ?? link;
  return `${name} ${until}, and signed ${formatCount(signed.length, "link")} with it, the last of them link ${last}`;
}

/** Who revoked a key and why, and which of its signatures are not to be relied on; null where none was. */
export function revokedWords({ key, name, revoked, signed }: KeyUse): string | null {
  if (revoked === null) return null;
  const { by, note, link, from } = revoked;
  const doubted = signed.filter((one) => one >= from && one < link);
  const doubt =
    doubted.length === 0
      ? ""
      : `. Its signatures from link ${from} on are not to be relied on: links ${shortIds(doubted)}`;
  return `${named({ key, name })} was revoked at link ${link} by ${by}: ${note}${doubt}`;
}

/** Who signed with which key, and how many signed by name only: a sentence each, without the full stop. */
export function signatureSentences(report: SignatureReport): string[] {
  const signed = signedWords(report);
  return [
    ...report.keys.map(keyUseWords),
    ...(signed === "" ? [] : [signed]),
    ...(report.demand === null ? [] : [demandWords(report.demand)]),
  ];
}

/** A name with the key that signed, where one did. @example `Ada Obi, key 3f2a 91bc …` */
export function signerWords(name: string, key: string | null): string {
  return key === null ? name : `${name}, key ${keyFingerprint(key)}`;
}
