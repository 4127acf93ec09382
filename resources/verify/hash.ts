/** SHA-256, and trees of hashes (docs/evidence-pack.md, section 5). Hashes are 64 hex digits. */
import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

export function sha256(bytes: Uint8Array | string): string {
  return bytesToHex(digest(typeof bytes === "string" ? bytesOf(bytes) : bytes));
}

/** A hash over bytes that come in pieces. */
export function growingSha256() {
  const hash = digest.create();
  return { add: (piece: Uint8Array) => void hash.update(piece), hex: () => bytesToHex(hash.digest()) };
}

/** What stands for a text that may be withheld. @param salt 64 hex digits @param value canonical JSON */
export function commitment(salt: string, value: string): string {
  return sha256(concatBytes(hexToBytes(salt), bytesOf(value)));
}

export function leafHash(sealed: string): string {
  return sha256(concatBytes(Uint8Array.of(0), bytesOf(sealed)));
}

function nodeHash(left: string, right: string): string {
  return sha256(concatBytes(Uint8Array.of(1), hexToBytes(left), hexToBytes(right)));
}

/** The root over hashes of leaves. */
export function rootOf(leaves: readonly string[]): string {
  if (leaves.length === 0) return sha256("");
  // Whole subtrees from the left, the largest first: their sizes are the binary digits of how many leaves there are.
  const whole: { hash: string; size: number }[] = [];
  for (const leaf of leaves) {
    let top = { hash: leaf, size: 1 };
    while (whole.at(-1)?.size === top.size) {
      const left = whole.pop() as typeof top;
      top = { hash: nodeHash(left.hash, top.hash), size: 2 * top.size };
    }
    whole.push(top);
  }
  return whole.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right));
}

/** The root that an inclusion proof leads to (RFC 9162, 2.1.3.2); null where the proof is too short or too long. */
export function rootByProof(
  leaf: string,
  {
    index,
    size,
    hashes,
  }: { readonly index: number; readonly size: number; readonly hashes: readonly string[] },
): string | null {
  if (index < 0 || index >= size) return null;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const other of hashes) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(other, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, other);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

export function toBase64(hex: string): string {
  return btoa(String.fromCharCode(...hexToBytes(hex)));
}
