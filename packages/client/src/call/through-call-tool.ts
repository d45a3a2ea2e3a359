import { acceptedNames } from "@proviso/manifest";
import type { Guard } from "./guard.ts";

/** The name under which a server with a search lists the way to its other tools. */
const callTool = "call_tool";

/**
 * The guard of a model that finds its tools by a search. A call through `call_tool` is decided, shown and sent as a call of the inner
 * tool, by its pinned contract, or, of a tool that `withDescribed` has seen described, as that of a listed tool. Otherwise it stays a call
 * of `call_tool`, for which a person is asked each time.
 */
export function throughCallTool(guard: Guard, described: ReadonlyMap<string, unknown> = new Map()): Guard {
  const names = guard.tools.tools.flatMap(({ contract }) => (contract ? acceptedNames(contract) : []));
  const pinned = new Set(names);
  const calledBy = (name: string, input: object): readonly [name: string, input: object] => {
    if (name !== callTool || pinned.has(name)) return [name, input];
    const { name: inner, arguments: given = {}, ...others } = input as Readonly<Record<string, unknown>>;
    const isWhole = typeof given === "object" && given !== null && Object.keys(others).length === 0;
    const isKnown = typeof inner === "string" && (pinned.has(inner) || described.has(inner));
    return isKnown && isWhole ? [inner, given] : [name, input];
  };
  return {
    ...guard,
    call: (name, input, options) => guard.call(...calledBy(name, input), options),
    plan: (name, input, options) => guard.plan(...calledBy(name, input), options),
    review: (name, input) => guard.review(...calledBy(name, input)),
  };
}
