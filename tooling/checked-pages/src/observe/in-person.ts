import type { JsonObject } from "@proviso/manifest";
import type { Principal } from "@proviso/server";
import { seededPerson } from "backoffice-server";
import { endOf } from "./call.ts";
import type { World } from "./world.ts";

/** What calls by a person show, who calls in the product and not through an agent. */
export interface InPerson {
  /** How the call ends without an answer to its question. */
  readonly unanswered: string;
  /** Permissions without which it does not complete. */
  readonly needed: readonly string[];
  /** The age in minutes of the oldest log-in with which it completes. */
  readonly oldestLogIn: number;
}

/** Calls a tool as Mia herself. Undefined if the product has no such tool for people. */
export async function observeInPerson(
  { clock, server: { people } }: World,
  tool: string,
  input: JsonObject,
): Promise<InPerson | undefined> {
  const mia = seededPerson("mia", clock.now());
  if (!mia || !people.list(mia).some(({ name }) => name === tool)) return undefined;
  const call = async (changes: Partial<Principal> = {}): Promise<boolean> => {
    const options = { principal: { ...mia, ...changes }, canAsk: true };
    const asked = await people.invoke(tool, input, options);
    if (asked.kind !== "input_required") return false;
    const answer = { state: asked.state, action: "accept", content: { confirm: true } } as const;
    return (await people.invoke(tool, input, { ...options, answer })).kind === "completed";
  };
  const needed: string[] = [];
  for (const each of mia.permissions)
    if (!(await call({ permissions: mia.permissions.filter((other) => other !== each) }))) needed.push(each);
  const isFresh = (minutes: number): Promise<boolean> =>
    call({ authTime: (mia.authTime ?? 0) - 60 * minutes });
  let oldestLogIn = 0;
  while (oldestLogIn < 60 && (await isFresh(oldestLogIn + 1))) oldestLogIn += 1;
  const unanswered = await people.invoke(tool, input, { principal: mia, canAsk: true });
  return { unanswered: endOf({ outcome: unanswered }), needed, oldestLogIn };
}
