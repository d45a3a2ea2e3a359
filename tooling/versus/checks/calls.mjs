// What checks of several groups do: how a person answers, the calls that are made often, and what counts as refused.

export const yes = { name: "yes", action: "accept" };
export const no = { name: "no", action: "decline" };
export const empty = { name: "empty", action: "accept", empty: true };
export const manual = { name: "manual", action: "accept", isManual: true };
export const typing = (phrase) => ({ name: `types ${phrase}`, action: "accept", phrase });

let orders = 0;
export const newOrder = () => `ord_new${++orders}`;
export const refused = ({ isError }) => isError === true;
/** Whether a failure says, in whatever words, that the effect may have happened. */
export const isUncertain = (answer) =>
  refused(answer) &&
  /(?:may|might|could)(?: still| already)? have|unknown|uncertain|unclear|interrupted|in.progress/i.test(
    answer.text,
  );
export const statusOf = async (promise) => await promise.then(refused, () => true);
export const many = (count, make) => Promise.all(Array.from({ length: count }, (_, i) => make(i)));

/** A refund that the person agrees to; `ord_1` costs 42.00. */
export const refund = (shop, orderId, person = yes, cents = 4200) =>
  shop.call("shop_refund", { orderId, cents }, { person: person ?? undefined });

/** First half of a call in a protocol where the question is the answer of the call; undefined in the others. */
export async function askOnly(shop, tool, input, as = "agent-token") {
  const connection = await shop.connect(as, manual);
  if (!connection.isModern) return undefined;
  const { raw } = await connection.call(tool, input);
  return raw?.inputRequests && { connection, requests: raw.inputRequests, state: raw.requestState };
}

/** A yes to one request, with every field of its form filled in. */
function answerTo({ params }) {
  const fields = Object.entries(params?.requestedSchema?.properties ?? {});
  const content = fields.map(([name, { type, const: only }]) => [
    name,
    type === "boolean" ? true : (only ?? "yes"),
  ]);
  return { action: "accept", content: Object.fromEntries(content) };
}

export const answersTo = (requests) =>
  Object.fromEntries(Object.entries(requests).map(([key, request]) => [key, answerTo(request)]));

export async function crashThenRepeat(shop) {
  const orderId = newOrder();
  await refund(shop, orderId);
  await shop.kill();
  await shop.open();
  return { orderId, second: await refund(shop, orderId) };
}
