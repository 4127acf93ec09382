/** The page: it takes a file, has it verified in a thread of its own, and shows what came of it. */
import type { Claim, Fault, Outcome, Verdict } from "./report.ts";
import type { PackReport, Signer } from "./verify.ts";
import type { Answer, Asked } from "./worker.ts";

const CLAIM_WORDS: Readonly<Record<Claim, string>> = {
  files: "Every file is the one that was packed",
  trail: "Each link of the audit trail follows from the one before it",
  seal: "The head holds every list of the pack",
  rules: "Every link was allowed when it was written",
  signature: "The month was prepared, and signed by somebody else on the same figures",
  records: "The records are those that the pulls brought",
  check: "The check that was kept is the one that was signed",
  chain: "Each balance follows from the one before it, or a finding says by how much it does not",
  "roll-forward": "Opening balance, movements and differences come to the closing balance",
  payments: "Each transaction is settled as its entries say",
  "three-way": "Wallet, transactions and balance agree",
  causes: "The amount of each cause comes to what it explains",
  decisions: "Each error and warning has the decision and amount that are stated",
  conclusion: "The conclusion follows from the exceptions and the materiality",
  questions: "Each question of an examiner is answered as the records and the trail say",
  attachments: "Each file of evidence is the one that was attached",
  documents: "Workbook and binder are those of the month",
  restatements: "What later pulls changed is listed",
  source: "The service said what the records say",
  people: "Whoever is named did it, at the time that is stated",
  time: "What was stamped existed by the time that an authority outside states",
};

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  proven: "✓ proven",
  broken: "✗ broken",
  "not-proven": "? cannot be proven here",
};

const HEAD = /^[0-9a-f]{64}$/u;

function part(id: string): HTMLElement {
  return document.querySelector<HTMLElement>(`#${id}`) as HTMLElement;
}

const [fileInput, headInput] = [part("file"), part("head")] as [HTMLInputElement, HTMLInputElement];
const [state, result, verdict, about, claims] = ["state", "result", "verdict", "about", "claims"].map((id) =>
  part(id),
) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];

const code = URL.createObjectURL(new Blob([part("verifier").textContent ?? ""], { type: "text/javascript" }));
let chosen: File | null = null;
let worker: Worker | null = null;

function start(): void {
  if (chosen === null) return;
  const head = headInput.value.trim().toLowerCase();
  const isHead = head === "" || HEAD.test(head);
  headInput.setAttribute("aria-invalid", String(!isHead));
  result.hidden = true;
  worker?.terminate();
  if (!isHead) {
    state.textContent = "A head has 64 digits, 0 to 9 and a to f. Correct it or leave it empty.";
    return;
  }
  const file = chosen;
  state.textContent = `Reading ${file.name}…`;
  worker = new Worker(code);
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => show(data, file, head));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    state.textContent = `${file.name} could not be read to its end: ${event.message}`;
  });
  worker.postMessage({ file, keptHead: head === "" ? null : head } satisfies Asked);
}

function show(answer: Answer, file: File, head: string): void {
  if (answer.is === "share") {
    state.textContent = `Verifying ${file.name}: ${Math.floor(answer.share * 100)} %`;
    return;
  }
  state.textContent = "";
  about.replaceChildren();
  claims.replaceChildren();
  if (answer.is === "pack") showPack(answer.report, file, head);
  else showExcerpt(answer, file, head);
  result.hidden = false;
  verdict.focus();
}

function showPack(
  { manifest, signers, verdict: of, claims: all }: PackReport,
  file: File,
  head: string,
): void {
  const count = (wanted: Verdict) => all.filter((claim) => claim.verdict === wanted).length;
  const open = `${count("not-proven")} cannot be proven here`;
  conclude(
    of,
    of === "broken"
      ? `This pack is broken: ${count("broken")} of ${all.length} claims do not hold.`
      : `Nothing in this pack is broken. ${count("proven")} of ${all.length} claims are proven, ${open}.`,
  );
  fact("File", file.name);
  if (manifest !== null) {
    fact("Ledger", manifest.ledger);
    fact("Month", manifest.month);
    fact("Head", `${manifest.head.hash} (link ${manifest.head.sequence})`);
    fact("Prepared", `${signerWords(signers[0])} (link ${manifest.prepared})`);
    fact("Signed off", `${signerWords(signers[1])} (link ${manifest.signed})`);
    fact("Withheld", manifest.withheld.length === 0 ? "nothing" : manifest.withheld.join(", "));
  }
  const isKept = all.some((claim) => claim.claim === "trail" && claim.verdict === "proven");
  if (head === "")
    fact("Head kept elsewhere", "none was given: a ledger written anew as a whole would not show");
  else
    fact(
      "Head kept elsewhere",
      isKept ? `${head} is the hash of one of the links` : `${head}: see the claim on links`,
    );
  const table = element("table");
  const heads = ["Verdict", "Claim"].map((title) => {
    const cell = element("th", title);
    cell.setAttribute("scope", "col");
    return cell;
  });
  table
    .createTHead()
    .insertRow()
    .append(...heads);
  const body = table.createTBody();
  for (const outcome of all) body.append(rowOf(outcome));
  claims.append(table);
}

/** The first 32 digits of a key, in groups of four, are what people compare. */
function signerWords(signer: Signer | null | undefined): string {
  if (signer === null || signer === undefined) return "by nobody";
  const key = (signer.key.slice(0, 32).match(/.{4}/gu) ?? []).join(" ");
  return `by ${signer.by ?? "a withheld name"}, ${key === "" ? "by name only" : `key ${key}`}`;
}

function rowOf({ claim, verdict: of, faults, count, open, stated }: Outcome): HTMLElement {
  const row = element("tr");
  const said = element("td", VERDICT_WORDS[of]);
  said.className = of;
  const cell = element("td", `${CLAIM_WORDS[claim]}.`);
  const more = count > faults.length ? [`${count - faults.length} more`] : [];
  const lists = [
    ["faults", [...faults.map(faultWords), ...more]],
    ["open", of === "broken" ? [] : open],
    ["stated", stated],
  ] as const;
  for (const [name, sentences] of lists) {
    if (sentences.length === 0) continue;
    const list = element("ul");
    list.className = name;
    list.append(...sentences.map((sentence) => element("li", `${sentence}.`)));
    cell.append(list);
  }
  row.append(said, cell);
  return row;
}

function faultWords({ file, line, record, says }: Fault): string {
  const lineWord = file === "links.jsonl" ? "link" : "line";
  const place = [
    ...(file === undefined ? [] : [file]),
    ...(line === undefined ? [] : [`${lineWord} ${line}`]),
    ...(record === undefined || record === "" ? [] : [record]),
  ];
  return place.length === 0 ? says : `${place.join(", ")}: ${says}`;
}

type ExcerptAnswer = Extract<Answer, { readonly is: "excerpt" | "broken-excerpt" }>;

function showExcerpt(answer: ExcerptAnswer, file: File, head: string): void {
  fact("File", file.name);
  if (answer.is === "broken-excerpt") {
    conclude("broken", `This excerpt is broken: ${answer.says}.`);
    return;
  }
  const isOther = head !== "" && head !== answer.head;
  const follows = "This link belongs to the ledger whose head is stated below.";
  const differs = "This excerpt leads to another head than the one that was given.";
  conclude(isOther ? "broken" : "proven", isOther ? differs : follows);
  fact("Ledger", answer.ledger);
  fact("Head", answer.head);
  if (head === "")
    fact("Head kept elsewhere", "none was given: compare the head above with one that you trust");
  const text = element("pre", JSON.stringify(answer.leaf, null, 2));
  text.tabIndex = 0;
  text.setAttribute("role", "region");
  text.setAttribute("aria-label", "What the link says");
  claims.append(text);
}

function conclude(of: Verdict, sentence: string): void {
  verdict.className = of;
  verdict.textContent = sentence;
}

function fact(name: string, value: string): void {
  about.append(element("dt", name), element("dd", value));
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text?: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}

fileInput.addEventListener("change", () => {
  chosen = fileInput.files?.[0] ?? null;
  start();
});
headInput.addEventListener("change", start);
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  chosen = event.dataTransfer?.files[0] ?? null;
  start();
});
