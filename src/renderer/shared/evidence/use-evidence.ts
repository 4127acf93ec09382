/** `useEvidence(subject)`: what is attached to a finding, a match or a month, oldest first. */
import { useQuery } from "@tanstack/react-query";
import type { AttachmentSubject, Evidence } from "../../../core/review/attached/attachment.ts";
import { openableEnding } from "../../../core/review/attached/openable.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useApi, useBridge } from "../../app/api-provider.tsx";
import { useWrittenFile } from "../../app/jobs/use-written-file.ts";
import { useLedgerKeys } from "../../app/ledger/ledger-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { showToast } from "../../ui/overlays/toast.tsx";

/** What something is attached to, as a place knows it. */
export type EvidenceOf =
  | Extract<AttachmentSubject, { kind: "match" | "month" }>
  | { readonly kind: "finding"; readonly fingerprint: string };

export interface EvidenceRead {
  /** undefined until it is read. */
  readonly evidence: readonly Evidence[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

export function useEvidence(of: EvidenceOf): EvidenceRead {
  const api = useApi();
  const keyOf = useLedgerKeys();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf("evidence"),
    queryFn: async () => (await api["evidence.list"]({})).evidence,
  });
  const evidence = data?.filter(({ subject }) => isOf(subject, of));
  return { evidence, error, retry: () => void refetch() };
}

function isOf(subject: AttachmentSubject, of: EvidenceOf): boolean {
  switch (subject.kind) {
    case "finding":
      return of.kind === "finding" && of.fingerprint === subject.fingerprint;
    case "match":
      return of.kind === "match" && of.match === subject.match;
    case "month":
      return of.kind === "month" && of.month === subject.month;
  }
}

export interface EvidenceFiles {
  /** Whether the system's viewer opens it; a browser downloads every file. */
  readonly canOpen: (evidence: Evidence) => boolean;
  readonly open: (evidence: Evidence) => Promise<void>;
  /** Saves it where a person chooses, or downloads it. */
  readonly save: (evidence: Evidence) => Promise<void>;
  readonly saveWords: string;
}

/** Evidence out of the ledger again; what fails is said in passing. */
export function useEvidenceFiles(): EvidenceFiles {
  const api = useApi();
  const { fetchFile } = useBridge();
  const { get } = useWrittenFile();
  const isBrowser = fetchFile !== null;
  const save = async ({ id, name }: Evidence): Promise<void> => {
    const purpose = "evidence" as const;
    const { file } = await api["files.chooseToSave"]({ purpose, suggestedName: name.slice(-200) });
    if (file === null) return;
    const written: FileFacts = await api["evidence.save"]({ id, target: file.handle });
    if (isBrowser) await get(written);
    else showToast({ tone: "good", words: `${written.name} saved` });
  };
  return {
    canOpen: ({ name }) => !isBrowser && openableEnding(name) !== null,
    open: ({ id }) => saidWhere(async () => api["evidence.open"]({ id })),
    save: (evidence) => saidWhere(async () => save(evidence)),
    saveWords: isBrowser ? "Download" : "Save as…",
  };
}

async function saidWhere(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showFault(error);
  }
}
