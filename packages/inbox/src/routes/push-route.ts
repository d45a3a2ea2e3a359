import { answerText } from "../http/answers.ts";
import type { Form } from "../http/read-form.ts";
import { sessionName } from "../push/subscriptions.ts";
import type { Session } from "../sessions/sessions.ts";
import type { InboxParts } from "./inbox-parts.ts";

const keyPattern = /^[\w-]{16,100}={0,2}$/;
const maxAddress = 1000;

/** The form `push` of a signed-in person's page: `endpoint`, `p256dh` and `auth` of the browser, or `endpoint` and `end`. */
export async function answerPush(
  { clock, push }: InboxParts,
  { pathSecret, reviewer }: Session,
  form: Form,
): Promise<Response> {
  const [endpoint = "", p256dh = "", auth = ""] = ["endpoint", "p256dh", "auth"].map((name) =>
    form.get(name),
  );
  if (!push) return answerText("Nobody is notified by push here", 404);
  if (endpoint.length > maxAddress || !push.service.allows(endpoint))
    return answerText("This is no push service that the operator allows", 403);
  const subscription = { endpoint, keys: { p256dh, auth } };
  if (form.has("end")) {
    await push.subscriptions.remove(subscription);
    return answerText("Ended", 200);
  }
  if (!keyPattern.test(p256dh) || !keyPattern.test(auth)) return answerText("These are no keys", 400);
  const subscribed = { subscription, reviewer, session: sessionName(pathSecret) };
  return (await push.subscriptions.add(subscribed, clock.now()))
    ? answerText("Subscribed", 200)
    : answerText("You are notified in ten browsers already: end it in one of them", 409);
}
