/** The values that stored documents and the bridge share. */
import { z } from "zod";
import { type CheckOptions, type KeptOptions, MOST_CUTOFF_DAYS, OPTION_CHOICES } from "../core/options.ts";
import type { JsonValue } from "../core/canonical.ts";
import type { Month } from "../core/review/close/close.ts";
import { type Day, isDay, isTimeZone, monthDays } from "../core/time.ts";
import { type ShapeOf, count, exactly, objectOf } from "./parts.ts";

/** Any JSON; it is not looked into. */
export const json = z.custom<JsonValue>((found) => found !== undefined);

export const day = z.custom<Day>((found) => typeof found === "string" && isDay(found));
export const month = z.custom<Month>((found) => typeof found === "string" && monthDays(found) !== null);
export const timeZone = z.string().max(100).refine(isTimeZone);

/** 64 hex digits. */
export const sha256Text = z.string().regex(/^[0-9a-f]{64}$/u);

/** An Ed25519 public key: 64 hex digits. */
export const keyText = z.string().regex(/^[0-9a-f]{64}$/u);

/** An Ed25519 signature: 128 hex digits. */
export const signatureText = z.string().regex(/^[0-9a-f]{128}$/u);

/** A name as it is stored, without blanks around it; the rules of what it signs ask that there is one. */
export const signer = z.string().refine((read) => read === read.trim() || read.trim() === "");

/** Milliseconds UTC that a date can have. */
export const moment = z.int().min(-8_640_000_000_000_000).max(8_640_000_000_000_000);

/** Digits after the point when amounts are shown; no more than the service has. */
export const decimals = z.int().min(0).max(6);

const KEPT: ShapeOf<KeptOptions> = {
  convention: z.enum(OPTION_CHOICES.convention),
  settlementBasis: z.enum(OPTION_CHOICES.settlementBasis),
  tolerance: count,
  cutoffDays: z.int().min(0).max(MOST_CUTOFF_DAYS),
  chainScope: z.enum(OPTION_CHOICES.chainScope),
};

/** The options of a check that a ledger keeps; its zone is a setting of its own. */
export const keptOptions = exactly<KeptOptions>(KEPT);

/** The options that somebody asks for. */
export const checkOptions = exactly<CheckOptions>({ ...KEPT, timeZone });

/** The options that a month froze or a kept run has; a later version may have added some. */
export const usedOptions = objectOf<CheckOptions>({ ...KEPT, timeZone });
