import { hash } from "node:crypto";
import type { Sha256 } from "../../../core/canonical.ts";

/** The hash that core is lent in Node. */
export const sha256: Sha256 = (text) => hash("sha256", text, "hex");
