/** The host's HMAC-SHA-256 and random texts, base64url. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export function mac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** 256 random bits. */
export function randomText(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares without telling by its time how much of it is right. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
