/**
 * Where the service is and who asks it. What is kept is never shown again: a field left empty keeps what is
 * there.
 */
import { useState } from "react";
import type { ConnectionFacts, ConnectionInput } from "../../../ipc/contract.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import "./connection-form.css";

/** What is typed into the form. */
export type ConnectionDraft = {
  readonly [K in keyof ConnectionInput]: K extends "authForm" ? ConnectionInput["authForm"] : string;
};

/** The draft at first: what is known of the connection, and nothing of its secrets. */
export function draftOf(known: ConnectionFacts | null): ConnectionDraft {
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

/** A draft, and the way to change some of it. */
export function useConnectionDraft(known: ConnectionFacts | null) {
  const [draft, setDraft] = useState(() => draftOf(known));
  return {
    draft,
    change: (some: Partial<ConnectionDraft>) => setDraft((before) => ({ ...before, ...some })),
    /** Forgets what was typed of the secrets. */
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
    <div className="connection-form">
      <div className="connection-wide">
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
