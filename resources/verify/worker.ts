/** The page's thread for verifying: a pack may have a hundred thousand links, and the page goes on meanwhile. */
import type { Members } from "./json.ts";
import { Wrong } from "./json.ts";
import { readExcerpt } from "./trail.ts";
import { type PackReport, verifyPack } from "./verify.ts";

export interface Asked {
  readonly file: Blob;
  readonly keptHead: string | null;
}

export type Answer =
  | { readonly is: "share"; readonly share: number }
  | { readonly is: "pack"; readonly report: PackReport }
  | { readonly is: "excerpt"; readonly ledger: string; readonly head: string; readonly leaf: Members }
  | { readonly is: "broken-excerpt"; readonly says: string };

const LARGEST_EXCERPT = 2 ** 26;

async function answer({ file, keptHead }: Asked): Promise<Answer> {
  const begin = new Uint8Array(await file.slice(0, 1).arrayBuffer());
  const isJson = begin[0] === "{".charCodeAt(0);
  if (isJson && file.size <= LARGEST_EXCERPT) return excerptOf(await file.text());
  const say = (share: number) => postMessage({ is: "share", share } satisfies Answer);
  return { is: "pack", report: await verifyPack(file, keptHead, say) };
}

function excerptOf(text: string): Answer {
  try {
    const { ledger, head, line } = readExcerpt(text, null);
    return { is: "excerpt", ledger, head, leaf: line.leaf };
  } catch (error) {
    if (error instanceof Wrong) return { is: "broken-excerpt", says: error.message };
    if (error instanceof RangeError) return { is: "broken-excerpt", says: "it is nested too deeply" };
    throw error;
  }
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  void answer(data).then(postMessage, (error: unknown) => reportError(error));
});
