/** The Merkle tree of RFC 6962, section 2.1: its root, and the proof that a leaf is in it. */
import { hash } from "node:crypto";

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return hash("sha256", Buffer.concat(parts), "buffer");
}

export function leafHash(leaf: string): Buffer {
  return sha256(LEAF, Buffer.from(leaf));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(NODE, left, right);
}

/** Takes the hashes of leaves one by one; it holds no more than a path of them. */
export class GrowingTree {
  size = 0;
  /** Roots of whole subtrees, the largest first. */
  readonly #whole: { readonly leaves: number; readonly root: Buffer }[] = [];

  add(leaf: Buffer): void {
    this.size += 1;
    this.#whole.push({ leaves: 1, root: leaf });
    for (;;) {
      const [left, right] = [this.#whole.at(-2), this.#whole.at(-1)];
      if (left === undefined || right === undefined || left.leaves !== right.leaves) return;
      this.#whole.splice(-2, 2, { leaves: 2 * left.leaves, root: nodeHash(left.root, right.root) });
    }
  }

  /** 64 hex digits. */
  get root(): string {
    const roots = this.#whole.map(({ root }) => root);
    const root = roots.length === 0 ? sha256() : roots.reduceRight((right, left) => nodeHash(left, right));
    return root.toString("hex");
  }
}

/** The proof of one leaf, from the leaf up. @param leaves the hashes of all of them */
export function inclusionProof(leaves: readonly Buffer[]): (index: number) => Buffer[] {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    const below = level;
    level = Array.from({ length: Math.ceil(below.length / 2) }, (_, at) => {
      const [left, right] = [below[2 * at] as Buffer, below[2 * at + 1]];
      return right === undefined ? left : nodeHash(left, right);
    });
  }
  return (index) =>
    levels.slice(0, -1).flatMap((level, height) => {
      const beside = level[Math.floor(index / 2 ** height) ^ 1];
      return beside === undefined ? [] : [beside];
    });
}
