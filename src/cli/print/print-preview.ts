/** What an import would do, in words or as `tieout.preview/1`. */
import { previewSentences } from "../../core/review/pulls/import-preview.ts";
import { previewImport } from "../../main/services/pull/preview-import.ts";
import type { Session } from "../session.ts";
import { harmless, print } from "../terminal.ts";

/** Imports, writes what came of it, and keeps nothing. */
export async function writePreview(
  { terminal, progress, context }: Session,
  request: Parameters<typeof previewImport>[0],
  json: boolean,
): Promise<void> {
  const { decimals, ...preview } = await previewImport(request, context);
  progress.clear();
  if (json) {
    const document = { schema: "tieout.preview/1", ...preview };
    return print(terminal, `${JSON.stringify(document, null, 2)}\n`);
  }
  const sentences = [
    ...previewSentences(preview, decimals),
    "Nothing was kept. Leave out --preview to import the files.",
  ];
  await print(terminal, sentences.map((sentence) => `${harmless(sentence)}\n`).join(""));
}
