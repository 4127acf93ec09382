/** Memory of typed arrays and messages, outside V8's heap. */

/** Frees memory at once, and what lies in it holds nothing then: V8 would let hundreds of MB pile up. */
export function freeMemory(memory: ArrayBufferLike): void {
  (memory as ArrayBuffer).transfer(0);
}
