/** Refuses credentials among the arguments of a command. */
import { VARIABLES } from "../main/services/pull/credentials.ts";
import { usageError } from "./usage.ts";

/** Shorter secrets may be the beginning of an innocent word, or a word themselves. */
const TELLING_LENGTH = 12;

/**
 * Refuses a secret among the arguments: other people's process lists show them. It is found as a whole
 * argument or as the value after a `=`; a long one also in the middle of other text.
 *
 * @throws TieoutError USAGE
 */
export function refuseSecretArguments(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const secrets = [env[VARIABLES.secretKey], env[VARIABLES.password]].filter(
    (secret): secret is string => secret !== undefined && secret.length >= 4,
  );
  const named = args.find((arg) =>
    /^--?(secret|secret-?key|key|app-?id|phone|password|token)(=|$)/iu.test(arg),
  );
  if (named !== undefined || args.some((arg) => secrets.some((secret) => holds(arg, secret)))) {
    throw usageError(
      "Credentials are never taken from arguments; set TIEOUT_SECRET_KEY, TIEOUT_APP_ID, TIEOUT_PHONE and TIEOUT_PASSWORD, or use --credentials FILE.",
    );
  }
}

function holds(arg: string, secret: string): boolean {
  return secret.length >= TELLING_LENGTH
    ? arg.includes(secret)
    : arg === secret || arg.endsWith(`=${secret}`);
}
