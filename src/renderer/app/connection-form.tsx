/** Where the service is and who asks it. What is kept is never shown again: an empty field keeps it. */
import { type ReactNode, useState } from "react";
import type { ConnectionFacts, ConnectionInput, Output } from "../../ipc/contract.ts";
import { SelectField } from "../ui/select-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { Button } from "../ui/button.tsx";
import { useApi } from "../bridge/api-provider.tsx";
import { FaultOf } from "./providers.tsx";

type ConnectionDraft = {
  readonly [K in keyof ConnectionInput]: K extends "authForm" ? ConnectionInput["authForm"] : string;
};

/** The draft at first: what is known of the connection, and nothing of its secrets. */
function draftOf(known: ConnectionFacts | null): ConnectionDraft {
  return {
    baseUrl: known?.baseUrl ?? "",
    pathPrefix: known?.pathPrefix ?? "/sandbox/index",
    authForm: known?.authForm ?? "key",
    secretKey: "",
    appId: "",
    phone: "",
    password: "",
  };
}

function typed(text: string): string | null {
  return text === "" ? null : text;
}

/** What a draft asks main to use; an empty secret stays as it is kept. */
export function connectionOf(draft: ConnectionDraft): ConnectionInput {
  return {
    baseUrl: draft.baseUrl.trim(),
    pathPrefix: draft.pathPrefix.trim(),
    authForm: draft.authForm,
    secretKey: typed(draft.secretKey),
    appId: typed(draft.appId),
    phone: typed(draft.phone),
    password: typed(draft.password),
  };
}

export function useConnectionDraft(known: ConnectionFacts | null) {
  const [draft, setDraft] = useState(() => draftOf(known));
  return {
    draft,
    change: (some: Partial<ConnectionDraft>) => setDraft((before) => ({ ...before, ...some })),
    clear: () => setDraft((before) => ({ ...before, secretKey: "", appId: "", phone: "", password: "" })),
  };
}

const AUTH_FORMS = [
  { id: "key", label: "Key only", hint: "Authorization: <secret key>" },
  { id: "bearer", label: "Bearer", hint: "Authorization: Bearer <secret key>" },
  { id: "basic", label: "Basic", hint: "Authorization: Basic <app id and secret key>" },
] as const;

interface ConnectionFormProps {
  readonly draft: ConnectionDraft;
  readonly onChange: (some: Partial<ConnectionDraft>) => void;
  /** What is kept already; null for nothing. */
  readonly has: ConnectionFacts["has"] | null;
}

export function ConnectionForm({ draft, onChange, has }: ConnectionFormProps) {
  const field = (name: Exclude<keyof ConnectionDraft, "authForm">) => ({
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
    autoComplete: "off",
    spellCheck: "false" as const,
  });
  const secret = (name: "secretKey" | "appId" | "phone" | "password") => ({
    ...field(name),
    ...(has?.[name] === true ? { placeholder: "Saved; type to replace" } : {}),
  });
  return (
    <div className="two-columns">
      <div className="across-all">
        <TextField
          {...field("baseUrl")}
          label="Base URL"
          inputMode="url"
          placeholder="https://…"
          hint="Without the path prefix"
          isRequired
        />
      </div>
      <TextField {...field("pathPrefix")} label="Path prefix" />
      <SelectField
        label="Authorisation"
        value={draft.authForm}
        options={AUTH_FORMS}
        onChange={(authForm) => onChange({ authForm })}
      />
      <TextField {...secret("appId")} label="App id" />
      <TextField {...secret("secretKey")} label="Secret key" type="password" />
      <TextField
        {...secret("phone")}
        label="Phone"
        inputMode="tel"
        hint="Phone and password are needed only to log in"
      />
      <TextField {...secret("password")} label="Password" type="password" />
    </div>
  );
}

// `<ConnectionTest draft={draft} />`: logs in with what was typed and says who answered; nothing is kept.

type Tested =
  | { readonly is: "nothing" | "asking" }
  | { readonly is: "answered"; readonly who: Output<"connection.test"> }
  | { readonly is: "failed"; readonly error: unknown };

interface ConnectionTestProps {
  readonly draft: ConnectionDraft;
  readonly children?: ReactNode;
}

/** The button and, after it, what came of it. */
export function ConnectionTest({ draft, children }: ConnectionTestProps) {
  const api = useApi();
  const [tested, setTested] = useState<Tested>({ is: "nothing" });
  const test = () => {
    setTested({ is: "asking" });
    api["connection.test"](connectionOf(draft)).then(
      (who) => setTested({ is: "answered", who }),
      (error: unknown) => setTested({ is: "failed", error }),
    );
  };
  return (
    <div className="cluster gap-2 across-3">
      <Button isDisabled={draft.baseUrl.trim() === ""} isPending={tested.is === "asking"} onPress={test}>
        {tested.is === "asking" ? "Testing…" : "Test connection"}
      </Button>
      {children}
      <output>
        {tested.is === "answered" ? <span className="tone-good">✓ {answerWords(tested.who)}</span> : null}
      </output>
      {tested.is === "failed" ? <FaultOf error={tested.error} isMendedHere /> : null}
    </div>
  );
}

function answerWords({ name, userID, business }: Output<"connection.test">): string {
  const who = name === null ? `user ${userID}` : `${name}, user ${userID}`;
  return `Connected as ${who}${business === null ? "" : `, of ${business}`}.`;
}
