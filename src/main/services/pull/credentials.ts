/**
 * Credentials from the environment or from a private file, never from arguments. They are sent only to the
 * address they belong to: the one in the file, or --base-url.
 */
import { lstatSync } from "node:fs";
import { TieoutError, usageError } from "../../../core/errors.ts";
import type { AuthorizationForm, CredentialTexts } from "../../api/http/secret.ts";
import { readPrivateFile, refuserOf } from "../shared/private-file.ts";
import { isSameService } from "./same-service.ts";

/** The forms in which the key may be in the Authorization header. */
export const AUTHORIZATION_FORMS = ["key", "basic", "bearer"] as const satisfies readonly AuthorizationForm[];
/** The default prefix of every path of the service. */
export const PATH_PREFIX = "/sandbox/index";

const FIELDS = ["secretKey", "appId", "phone", "password"] as const;
type CredentialField = (typeof FIELDS)[number];

/** The service's address, which the credentials file holds beside the credentials. */
const PLACE_FIELDS = ["baseUrl", "pathPrefix", "auth"] as const;

/** Where the environment has them. */
export const VARIABLES: Readonly<Record<CredentialField, string>> = {
  secretKey: "TIEOUT_SECRET_KEY",
  appId: "TIEOUT_APP_ID",
  phone: "TIEOUT_PHONE",
  password: "TIEOUT_PASSWORD",
};

interface AddressedCredentials {
  readonly credentials: CredentialTexts;
  readonly baseUrl: string;
}

/**
 * Reads the credentials, the file first, the environment for what it leaves open.
 *
 * @param givenUrl the address given beside them; the file's own where not given
 * @throws TieoutError SECRET_FILE when the file cannot be trusted or read, or is for another address;
 *   SECRET_MISSING without key or app id, or with half a login; USAGE when the address of the credentials is
 *   missing
 */
export function readCredentials(
  env: NodeJS.ProcessEnv,
  file: string | undefined,
  givenUrl: string | undefined,
): AddressedCredentials {
  const found = file === undefined ? {} : readCredentialsFile(file);
  const usesEnvironment = FIELDS.some(
    (field) => found[field] === undefined && (env[VARIABLES[field]] ?? "") !== "",
  );
  const credentials = completed(found, env);
  // A file's address is not the one that the environment's credentials are for.
  if (usesEnvironment && givenUrl === undefined) throw needsAddress();
  return { credentials, baseUrl: addressOf(found.baseUrl, file, givenUrl) };
}

/** The credentials of one client, and how its service is asked as far as the file says so. */
interface ClientCredentials extends AddressedCredentials {
  readonly pathPrefix: string | undefined;
  readonly authForm: AuthorizationForm | undefined;
}

/**
 * Reads the credentials of one client: from its file, or where there is none from the environment; never half
 * from each, which could be another client's half.
 *
 * @throws TieoutError as `readCredentials`
 */
export function readClientCredentials(
  env: NodeJS.ProcessEnv,
  file: string,
  givenUrl: string | undefined,
): ClientCredentials {
  // A link that leads nowhere is there, and cannot be read: the environment may hold another client's.
  const hasFile = isThere(file);
  const found: FoundFields = hasFile ? readCredentialsFile(file) : {};
  const authForm = AUTHORIZATION_FORMS.find((form) => form === found.auth);
  if (found.auth !== undefined && authForm === undefined) {
    const sentence = `auth in the credentials file must be one of ${AUTHORIZATION_FORMS.join(", ")}`;
    throw new TieoutError("SECRET_FILE", sentence, { file });
  }
  const credentials = completed(found, hasFile ? {} : env);
  const baseUrl = addressOf(found.baseUrl, hasFile ? file : undefined, givenUrl);
  return { credentials, baseUrl, pathPrefix: found.pathPrefix, authForm };
}

/** Whether something has a file's name: a dangling link has, and nothing has one that is too long. */
export function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** @throws TieoutError SECRET_FILE, USAGE */
function addressOf(stated: string | undefined, file: string | undefined, given: string | undefined): string {
  if (stated !== undefined && given !== undefined && !isSameService(stated, given)) {
    const sentence = `The credentials file is for ${stated}, not for ${given}`;
    const remedy = "Give the credentials file of that address, or leave out --base-url.";
    throw new TieoutError("SECRET_FILE", sentence, file === undefined ? { remedy } : { file, remedy });
  }
  const address = given ?? stated;
  if (address !== undefined) return address;
  if (file === undefined) throw needsAddress();
  const sentence = "The credentials file names no address. Add baseUrl to it, or give --base-url";
  throw new TieoutError("SECRET_FILE", sentence, { file });
}

function needsAddress(): TieoutError {
  return usageError("Credentials from the environment need an address. Add --base-url.");
}

/** @throws TieoutError SECRET_MISSING */
function completed(fromFile: FoundFields, env: NodeJS.ProcessEnv): CredentialTexts {
  const value = (field: CredentialField): string | undefined => {
    const text = fromFile[field] ?? env[VARIABLES[field]];
    return text === "" ? undefined : text;
  };
  const secretKey = value("secretKey");
  const appId = value("appId");
  if (secretKey === undefined || appId === undefined) {
    const missing = [secretKey === undefined ? "secret key" : "", appId === undefined ? "app id" : ""].filter(
      Boolean,
    );
    throw new TieoutError(
      "SECRET_MISSING",
      `The ${missing.join(" and the ")} ${missing.length === 1 ? "is" : "are"} missing`,
    );
  }
  const phone = value("phone");
  const password = value("password");
  if ((phone === undefined) !== (password === undefined)) {
    const lacking = phone === undefined ? "a password but no phone" : "a phone but no password";
    throw new TieoutError(
      "SECRET_MISSING",
      `There is ${lacking}. A login needs both; without a login, give neither`,
    );
  }
  return { secretKey, appId, phone, password };
}

type FoundFields = Partial<Record<CredentialField | (typeof PLACE_FIELDS)[number], string>>;

function readCredentialsFile(file: string): FoundFields {
  const refuse = refuserOf("SECRET_FILE", "The credentials file", file);
  const text = readPrivateFile(file, refuse).toString("utf8");
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // The parser's message would quote the file, and with it a secret.
    throw refuse("is not JSON");
  }
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw refuse("does not hold a JSON object");
  }
  const found: FoundFields = {};
  for (const [key, value] of Object.entries(document)) {
    const field = [...FIELDS, ...PLACE_FIELDS].find((name) => name === key);
    if (field === undefined)
      throw refuse(`holds a field other than ${[...PLACE_FIELDS, ...FIELDS].join(", ")}`);
    if (typeof value !== "string") throw refuse(`must hold a text as ${field}`);
    found[field] = value;
  }
  return found;
}
