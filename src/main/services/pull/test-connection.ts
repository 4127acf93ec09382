/** Tests a connection before the first pull. */
import type { ServiceContext } from "../shared/thread-messages.ts";
import { refuseOtherUsers } from "../import/publish-answers.ts";
import { type PullRequest, openClient } from "./pull.ts";

/**
 * Logs in, where there is a phone and a password, and asks for user and business. Nothing is kept of it.
 *
 * @returns who the service says the caller is, and the business's name
 * @throws TieoutError NET_*, LOGIN_*, AUTH_EXPIRED, SERVICE_ERROR, PAYLOAD_*, SECRET_*, USAGE, CANCELLED;
 *   LEDGER_OTHER_USER when the login is another user than the one the service then responds for
 */
export async function testConnection(
  request: Pick<PullRequest, "service" | "credentials">,
  context: ServiceContext,
) {
  const { client, canLogIn } = openClient(request, context);
  const { signal } = context;
  try {
    const answers = canLogIn ? [await client.login(signal)] : [];
    const fetched = await client.fetchUser(signal);
    const users = [...answers, fetched].map(({ record }) => record);
    refuseOtherUsers({ path: "", users: null }, users);
    const business = await client.fetchBusiness(signal);
    const { userID, name } = fetched.record;
    return { userID, name, business: business.record.name };
  } finally {
    await client.dispose();
  }
}
