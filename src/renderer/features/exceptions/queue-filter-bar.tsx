/** What narrows the queue and orders it. All of it is kept in the address. */
import { SEVERITIES, type RuleId, type Severity } from "../../../core/reconcile/input/rules.ts";
import { useSearchText } from "../../ui/use-settled.ts";
import { memo } from "react";
import { formatAmount } from "../../../core/money.ts";
import { REVIEW_STATUSES, type ReviewStatus } from "../../../core/review/decisions/review.ts";
import type { ReviewSummary } from "../../bridge/protocol.ts";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/defined.tsx";
import { currencyTitle } from "../../../core/words/currency.ts";
import { SavedFiltersButton } from "../../app/saved-filters-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { PLACE_TITLE_ID } from "../../ui/place-header.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import {
  ORDERS,
  type QueueFilters,
  WAITING,
  filtersFrom,
  isWholeText,
  keptText,
} from "../../shared/decide/queue-filters.ts";
import { ORDER_WORDS, STATUS_WORDS } from "../../shared/decide/finding-words.ts";
import { ruleName } from "../../../core/words/rule.ts";

interface QueueFilterBarProps {
  readonly filters: QueueFilters;
  readonly rules: ReviewSummary["rules"];
  /** Findings with points that wait for an answer, by their first digits. */
  readonly pointed: readonly string[];
  readonly onFilter: (change: Partial<QueueFilters>) => void;
  readonly onOrder: (order: QueueFilters["order"]) => void;
}

export const SEARCH_ID = "queue-search";

const ALL = "all";
const SEVERAL = "several";
type StatusChoice = ReviewStatus | "all" | "waiting" | "several";

const SEVERITY_CHOICES = [
  { id: "exceptions", label: "Errors and warnings", severities: ["error", "warning"] },
  { id: "error", label: "Errors", severities: ["error"] },
  { id: "warning", label: "Warnings", severities: ["warning"] },
  { id: "info", label: "Notices", severities: ["info"] },
  { id: "all", label: "All, with notices", severities: SEVERITIES },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  readonly severities: readonly Severity[];
}[];
type SeverityChoice = (typeof SEVERITY_CHOICES)[number]["id"];

export const QueueFilterBar = memo(function QueueFilterBar({
  filters,
  rules,
  pointed,
  onFilter,
  onOrder,
}: QueueFilterBarProps) {
  const { order } = filters;
  return (
    <Toolbar label="Filters of the queue">
      <Search search={filters.search} onSearch={(search) => onFilter({ search })} />
      <SavedFiltersButton
        place="exceptions"
        group="Exceptions"
        query={keptText(filters)}
        isWhole={isWholeText}
        onApply={(query) => onFilter(filtersFrom(new URLSearchParams(query)))}
      />
      <SelectField
        label="Status"
        isLabelHidden
        value={statusChoice(filters.statuses)}
        options={statusChoices(filters.statuses)}
        onChange={(choice) => {
          if (choice !== SEVERAL) onFilter({ statuses: statusesOf(choice) });
        }}
      />
      <SelectField
        label="Rule"
        isLabelHidden
        value={ruleChoice(filters.rules)}
        options={ruleChoices(filters.rules, rules)}
        onChange={(choice) => {
          if (choice !== SEVERAL) onFilter({ rules: choice === ALL ? null : [choice] });
        }}
      />
      <SelectField
        label="Severity"
        isLabelHidden
        value={severityChoice(filters.severities)}
        options={SEVERITY_CHOICES}
        onChange={(choice) => onFilter({ severities: severitiesOf(choice) })}
      />
      {pointed.length === 0 && filters.findings === null ? null : (
        <Button
          size="s"
          aria-pressed={filters.findings !== null}
          variant={filters.findings === null ? "plain" : "primary"}
          onPress={() => onFilter({ findings: filters.findings === null ? pointed : null })}
        >
          {`Points (${formatAmount(filters.findings?.length ?? pointed.length)})`}
        </Button>
      )}
      {filters.currency === null ? null : (
        <Tooltip content="Show all currencies">
          <Button size="s" onPress={() => onFilter({ currency: null })}>
            {currencyTitle(filters.currency === "" ? null : filters.currency)}{" "}
            <span aria-hidden="true">×</span>
          </Button>
        </Tooltip>
      )}
      <SelectField
        label="Order"
        isLabelHidden
        value={order}
        options={ORDERS.map((id) => ({ id, label: ORDER_WORDS[id] }))}
        onChange={onOrder}
      />
    </Toolbar>
  );
});

const PATIENCE_MS = 180;

/** Searches once one stops typing for a moment, and follows the address when that changes. */
function Search({
  search,
  onSearch,
}: {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText, searchNow] = useSearchText(search, onSearch, PATIENCE_MS);
  return (
    <div className="row gap-2 grows queue-search">
      <TextField
        id={SEARCH_ID}
        label="Search exceptions"
        isLabelHidden
        placeholder="Search message, payref, note, id"
        value={text}
        onChange={setText}
        onKeyDown={({ key }) => {
          if (key !== "Enter" && key !== "Escape") return;
          searchNow();
          const list = document.querySelector<HTMLElement>("[role=listbox].queue");
          // Without lines there is no list to go to.
          (list ?? document.querySelector<HTMLElement>(`#${PLACE_TITLE_ID}`))?.focus();
        }}
      />
      <Kbd keys="/" />
    </div>
  );
}

function statusesOf(choice: Exclude<StatusChoice, "several">): readonly ReviewStatus[] | null {
  if (choice === "all") return null;
  return choice === "waiting" ? WAITING : [choice];
}

function statusChoice(statuses: readonly ReviewStatus[] | null): StatusChoice {
  if (statuses === null) return "all";
  if (statuses.length === WAITING.length && WAITING.every((status) => statuses.includes(status)))
    return "waiting";
  const [only] = statuses;
  return statuses.length === 1 && only !== undefined ? only : "several";
}

function statusChoices(
  statuses: readonly ReviewStatus[] | null,
): { readonly id: StatusChoice; readonly label: string }[] {
  return [
    { id: "all", label: "All statuses" },
    { id: "waiting", label: "Undecided: open, reopened" },
    ...REVIEW_STATUSES.map((id) => ({ id, label: STATUS_WORDS[id] })),
    ...(statusChoice(statuses) === SEVERAL
      ? [{ id: SEVERAL as StatusChoice, label: (statuses ?? []).map((one) => STATUS_WORDS[one]).join(", ") }]
      : []),
  ];
}

type RuleChoice = RuleId | "all" | "several";

function ruleChoice(rules: readonly RuleId[] | null): RuleChoice {
  if (rules === null) return ALL;
  const [only] = rules;
  return rules.length === 1 && only !== undefined ? only : SEVERAL;
}

function ruleChoices(
  asked: readonly RuleId[] | null,
  found: ReviewSummary["rules"],
): { readonly id: RuleChoice; readonly label: string; readonly hint?: string }[] {
  const names = new Map(
    found.map(({ rule, findings, reviewed }) => [
      rule,
      `${formatAmount(reviewed)} of ${formatAmount(findings)} reviewed`,
    ]),
  );
  const missing = (asked ?? []).filter((rule) => !names.has(rule));
  return [
    { id: ALL, label: "All rules" },
    ...[...names].map(([id, hint]) => ({ id, label: ruleName(id), hint })),
    ...missing.map((id) => ({ id, label: ruleName(id), hint: "none found" })),
    ...(asked !== null && asked.length > 1
      ? [{ id: SEVERAL as RuleChoice, label: asked.map(ruleName).join(", ") }]
      : []),
  ];
}

function severitiesOf(choice: SeverityChoice): readonly Severity[] {
  return SEVERITY_CHOICES.find(({ id }) => id === choice)?.severities ?? SEVERITIES;
}

function severityChoice(severities: readonly Severity[]): SeverityChoice {
  const found = SEVERITY_CHOICES.find(
    (choice) =>
      choice.severities.length === severities.length &&
      choice.severities.every((severity) => severities.includes(severity)),
  );
  return found?.id ?? "all";
}
