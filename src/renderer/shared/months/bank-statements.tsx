/** The step Bank: the accounts with what their statements prove, and adding a statement once it is seen how it is read. */
import { useState } from "react";
import { TieoutError } from "../../../core/errors.ts";
import { formatCount } from "../../../core/money.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { FaultOf } from "../../app/providers.tsx";
import { useAnswer } from "../../app/use-answer.ts";
import { useFiles } from "../../app/use-files.ts";
import { faultIn, showFault } from "../../app/show-fault.ts";
import { ApiError } from "../../bridge/api-provider.tsx";
import { faultOf } from "../../../ipc/envelope.ts";
import { StepDialog } from "./step-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Sentences } from "../../ui/sentences.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** @param onAdd null where nothing can be written */
export function BankAccounts({ onAdd }: { readonly onAdd: (() => void) | null }) {
  const { data, error, readAgain } = useAnswer("bank.list", {});
  return (
    <div className="stack gap-2">
      <FaultOf error={error} onTryAgain={readAgain} />
      {(data?.accounts ?? []).map(({ account, currency, lines, words }) => (
        <section key={account} aria-label={account}>
          <p>
            <b>
              <bdi>{account}</bdi>
            </b>
            {currency === null ? "" : `, ${currency}`}: {formatCount(lines, "line")}
          </p>
          <Sentences of={words} className="breaks" />
        </section>
      ))}
      {onAdd === null ? null : (
        <p>
          <Button size="s" onPress={onAdd} words="Add a bank’s statement…" />
        </p>
      )}
    </div>
  );
}

/** `const { add, dialog } = useAddingStatement()`: choose files, see how they are read, then keep them. */
export function useAddingStatement() {
  const { pick } = useFiles();
  const [files, setFiles] = useState<readonly FileFacts[]>([]);
  return {
    add: () => {
      pick("evidence").then(setFiles, showFault);
    },
    dialog: files.length === 0 ? null : <StatementDialog files={files} onClose={() => setFiles([])} />,
  };
}

const STILL_READING = new TieoutError("BANK_STATEMENT_INVALID", "The files are still being read");

interface StatementDialogProps {
  readonly files: readonly FileFacts[];
  readonly onClose: () => void;
}

/** How each file is read is shown before it is believed. */
function StatementDialog({ files, onClose }: StatementDialogProps) {
  const { data } = useAnswer("bank.list", {});
  const [account, setAccount] = useState<string | null>(null);
  const handles = files.map(({ handle }) => handle);
  const name = account ?? data?.accounts[0]?.account ?? "";
  // Which account it is of is known later: it is read as of one of its own.
  const { data: read, error, readAgain } = useAnswer("bank.preview", { files: handles, account: "?" });
  return (
    <StepDialog
      title="Add a bank's statement"
      words="Keep"
      size="l"
      nameLabel="Added by"
      noteLabel="Where it comes from (optional)"
      noteHint="It is kept whole, as evidence, and read ever after as shown here."
      isLast
      take={(said, api) => {
        if (error !== null) throw new ApiError(faultIn(error));
        if (read === undefined) throw new ApiError(faultOf(STILL_READING));
        return api["bank.add"]({ files: handles, account: name, ...said });
      }}
      done={files.length === 1 ? `${files[0]?.name} is kept` : `${files.length} statements are kept`}
      onClose={onClose}
    >
      {(submit) => (
        <>
          {read === undefined && error === null ? <output className="quiet">Reading…</output> : null}
          {(read?.files ?? []).map(({ file, words }) => (
            <section key={file} aria-label={`How ${file} is read`}>
              <p>
                <b>
                  <bdi>{file}</bdi>
                </b>
              </p>
              <Sentences of={words} className="breaks" />
            </section>
          ))}
          <FaultOf error={error} onTryAgain={readAgain} />
          {/* Nobody names an account before it is seen what the file is. */}
          {read === undefined ? null : (
            <TextField
              label="Bank account"
              hint="Its name in this ledger. Statements of one account follow on each other."
              value={name}
              onChange={setAccount}
              onEnter={submit}
              isFirst
            />
          )}
        </>
      )}
    </StepDialog>
  );
}
