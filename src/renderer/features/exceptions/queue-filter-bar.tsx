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
import { type Choice, SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import {
  ORDERS,
  QUEUE_ORDERS,
  type QueueFilters,
  WAITING,
  filtersFrom,
  isWholeText,
  keptText,
} from "../../shared/decide/queue-filters.ts";
import { STATUS_WORDS } from "../../shared/decide/finding-words.ts";
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

/** A choice of a field, and what it asks for: null for all there are. */
interface NarrowingChoice<T> extends Choice<string> {
  readonly of: readonly T[] | null;
}

const STATUS_CHOICES: readonly NarrowingChoice<ReviewStatus>[] = [
  { id: "all", label: "All statuses", of: null },
  { id: "waiting", label: "Undecided: open, reopened", of: WAITING },
  ...REVIEW_STATUSES.map((id) => ({ id, label: STATUS_WORDS[id], of: [id] })),
];

const SEVERITY_CHOICES: readonly NarrowingChoice<Severity>[] = [
  { id: "exceptions", label: "Errors and warnings", of: ["error", "warning"] },
  { id: "error", label: "Errors", of: ["error"] },
  { id: "warning", label: "Warnings", of: ["warning"] },
  { id: "info", label: "Notices", of: ["info"] },
  { id: "all", label: "All, with notices", of: SEVERITIES },
];

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
      <NarrowingField
        label="Status"
        asked={filters.statuses}
        choices={STATUS_CHOICES}
        wordsOf={(status) => STATUS_WORDS[status]}
        onAsk={(statuses) => onFilter({ statuses })}
      />
      <NarrowingField
        label="Rule"
        asked={filters.rules}
        choices={ruleChoices(filters.rules, rules)}
        wordsOf={ruleName}
        onAsk={(asked) => onFilter({ rules: asked })}
      />
      <NarrowingField
        label="Severity"
        asked={filters.severities}
        choices={SEVERITY_CHOICES}
        wordsOf={(severity) => severity}
        onAsk={(severities) => onFilter({ severities: severities ?? SEVERITIES })}
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
        options={ORDERS.map((id) => ({ id, label: QUEUE_ORDERS[id] }))}
        onChange={onOrder}
      />
    </Toolbar>
  );
});

/** Searches once one stops typing for a moment, and follows the address when that changes. */
function Search({
  search,
  onSearch,
}: {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}) {
  const [text, setText, searchNow] = useSearchText(search, onSearch);
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

interface NarrowingFieldProps<T> {
  readonly label: string;
  readonly asked: readonly T[] | null;
  readonly choices: readonly NarrowingChoice<T>[];
  readonly wordsOf: (one: T) => string;
  readonly onAsk: (of: readonly T[] | null) => void;
}

/** What is asked for may also be several that no choice stands for: by the address, or by a saved filter. */
function NarrowingField<T>({ label, asked, choices, wordsOf, onAsk }: NarrowingFieldProps<T>) {
  const isAsked = ({ of }: NarrowingChoice<T>) =>
    of === null || asked === null
      ? of === asked
      : of.length === asked.length && of.every((one) => asked.includes(one));
  const several = { id: "several", label: (asked ?? []).map(wordsOf).join(", ") };
  const chosen = choices.find(isAsked);
  return (
    <SelectField
      label={label}
      isLabelHidden
      value={chosen?.id ?? several.id}
      options={chosen === undefined ? [...choices, several] : choices}
      onChange={(id) => {
        const next = choices.find((one) => one.id === id);
        if (next !== undefined) onAsk(next.of);
      }}
    />
  );
}

function ruleChoices(
  asked: readonly RuleId[] | null,
  found: ReviewSummary["rules"],
): NarrowingChoice<RuleId>[] {
  const names = new Map(
    found.map(({ rule, findings, reviewed }) => [
      rule,
      `${formatAmount(reviewed)} of ${formatAmount(findings)} reviewed`,
    ]),
  );
  for (const rule of asked ?? []) if (!names.has(rule)) names.set(rule, "none found");
  const each = [...names].map(([id, hint]) => ({ id, label: ruleName(id), hint, of: [id] }));
  return [{ id: "all", label: "All rules", of: null }, ...each];
}
