/** One side of a match by hand: what is chosen on top; beneath, what may belong to it, to be searched. */
import { useSearchText } from "../../ui/use-settled.ts";
import { memo } from "react";
import { ListBox, ListBoxItem } from "react-aria-components";
import { formatAmount } from "../../../core/money.ts";
import { EQUAL_FITS, NOTHING_TO_SETTLE } from "../../../core/words/finding.ts";
import { Amount, When } from "../../ui/values.tsx";
import { useSteady } from "../../ui/use-steady.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { MatchCandidates } from "../../bridge/protocol.ts";
import type { MatchLine } from "../../shared/decide/match-words.ts";
import { CloseButton } from "../../ui/button.tsx";

export interface MatchOption extends MatchLine {
  /** What of it counts: an entry's movement, what a payment still expects; null where that is not judged. */
  readonly counts: number | null;
  /** What the match would be off by with it; null where that is not judged. */
  readonly differenceLeft: number | null;
  readonly reasons: readonly string[];
}

interface MatchSideProps extends Pick<MatchCandidates, "total" | "isEqual"> {
  /** `Entries`, `Transactions`. */
  readonly title: string;
  readonly chosen: readonly MatchLine[];
  /** The likeliest of all first; null until they are known. */
  readonly options: readonly MatchOption[] | null;
  readonly isStale: boolean;
  readonly search: string;
  /** Whether its list takes the focus when it is first there. */
  readonly hasFocus: boolean;
  readonly onSearch: (search: string) => void;
  readonly onToggle: (id: number) => void;
}

export function MatchSide(props: MatchSideProps) {
  const { title, chosen, options, total, isEqual, isStale, search, hasFocus, onSearch, onToggle } = props;
  const noun = title.toLowerCase();
  return (
    <section className="pane gap-2" aria-label={title}>
      <header className="row baseline gap-2">
        <h3>{title}</h3>
        <span className="quiet">{chosen.length === 0 ? "none chosen" : `${chosen.length} chosen`}</span>
      </header>
      <ul className="scrolls rounded tone-accent washed inked match-chosen" aria-label={`Chosen ${noun}`}>
        {chosen.map((line) => (
          <li key={line.id} className="gap-3 match-line match-line-chosen">
            <LineWords line={line} />
            <span className="medium number">
              <Amount value={line.amount} zero="0" />
            </span>
            <CloseButton label={`Remove ${line.idName} ${line.id}`} onPress={() => onToggle(line.id)} />
          </li>
        ))}
      </ul>
      <SearchField label={`Search ${noun}`} search={search} onSearch={onSearch} />
      <Options
        {...{ noun, options, total, isEqual, isStale, search, hasFocus }}
        onToggle={useSteady(onToggle)}
      />
    </section>
  );
}

interface OptionsProps extends Omit<MatchSideProps, "title" | "chosen" | "onSearch"> {
  readonly noun: string;
}

/** In `memo`, so that typing a note does not draw the list anew. */
const Options = memo(function Options(props: OptionsProps) {
  const { noun, options, total, isEqual, isStale, search, hasFocus, onToggle } = props;
  if (options === null) return <p className="pane quiet">Searching {noun}…</p>;
  return (
    <div className="pane gap-1 busy" aria-busy={isStale}>
      <ListBox
        className="scrolls list-frame match-list"
        aria-label={search === "" ? `${noun} that may match` : `${noun} found`}
        items={options}
        selectionMode="multiple"
        selectedKeys={NONE}
        onSelectionChange={(keys) => {
          if (keys !== "all") for (const key of keys) onToggle(Number(key));
        }}
        escapeKeyBehavior="none"
        // It is what one came for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={hasFocus ? "first" : false}
        renderEmptyState={() => (
          <p className="pad-3 quiet">
            {search === "" ? `No unmatched ${noun}. Search for any.` : `No ${noun} match.`}
          </p>
        )}
      >
        {(option) => (
          <ListBoxItem
            className="block edge-below pad-x-2 pad-y-1 line"
            textValue={`${option.idName} ${option.id}`}
          >
            <span className="baseline gap-3 match-line">
              <LineWords line={option} />
              {option.counts === 0 && noun === "transactions" ? (
                <span className="quiet">{NOTHING_TO_SETTLE}</span>
              ) : (
                <span className="medium number">
                  <Amount value={option.counts} zero="0" />
                </span>
              )}
            </span>
            <span
              className={
                option.differenceLeft === 0 && option.counts !== 0
                  ? "block small quiet match-fits"
                  : "block small quiet"
              }
            >
              {option.reasons.join(" · ")}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
      {isEqual ? <p className="small">{EQUAL_FITS}</p> : null}
      {total > options.length ? (
        <p className="small quiet">
          The first {options.length} of {formatAmount(total)}. Search to narrow them.
        </p>
      ) : null}
    </div>
  );
});

/** What is chosen stands above, and no more among what can be. */
const NONE: ReadonlySet<number> = new Set();

function LineWords({ line }: { readonly line: MatchLine }) {
  return (
    <>
      <span className="medium figures id-width">
        {line.idName} {line.id}
      </span>
      <span className="quiet">{line.atMs === null ? null : <When atMs={line.atMs} />}</span>
      <span className="breaks shrinks match-words" title={saidOf(line)}>
        <SaidOf line={line} />
      </span>
    </>
  );
}

export function saidOf({ words, payref }: MatchLine): string {
  return `${words} ${payref}`.trim();
}

/** What the service says of a record, and its payref. */
export function SaidOf({ line: { words, payref } }: { readonly line: MatchLine }) {
  return (
    <>
      <bdi>{words}</bdi>{" "}
      <code className="quiet">
        <bdi>{payref}</bdi>
      </code>
    </>
  );
}

function SearchField({
  label,
  search,
  onSearch,
}: {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}) {
  const [text, setText, searchNow] = useSearchText(search, onSearch);
  return (
    <TextField
      label={label}
      isLabelHidden
      placeholder={`${label}: id, payref, amount, day, words`}
      value={text}
      onChange={setText}
      onEnter={searchNow}
    />
  );
}
