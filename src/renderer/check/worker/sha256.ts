/** The hash that core is lent in a browser, where the platform's own only comes by a promise. */
import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Sha256 } from "../../../core/canonical.ts";

const encoder = new TextEncoder();

export const sha256OfText: Sha256 = (text) => bytesToHex(digest(encoder.encode(text)));
