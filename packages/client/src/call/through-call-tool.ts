import { acceptedNames } from "@proviso/manifest";
import type { Guard } from "./guard.ts";

/** The name under which a server with a search lists the way to its other tools. */
const callTool = "call_tool";

interface Called {
  readonly name: string;
  readonly input: object;
}

/**
 * The guard of a model that finds its tools by a search. A call through `call_tool` is decided, shown and sent as a call of the inner
 * tool, by the pinned contract of that. Of a tool without a pinned contract it stays a call of `call_tool`, for which a person is asked
 * each time, as without this function.
 */
export function throughCallTool(guard: Guard): Guard {
  const pinned = new Set(
    guard.tools.tools.flatMap(({ contract }) => (contract ? acceptedNames(contract) : [])),
  );
  const calledBy = (name: string, input: object): Called =>
    (name === callTool && !pinned.has(name) && innerCall(input, pinned)) || { name, input };
  return {
    ...guard,
    call(name, input, options) {
      const called = calledBy(name, input);
      return guard.call(called.name, called.input, options);
    },
    plan(name, input, options) {
      const called = calledBy(name, input);
      return guard.plan(called.name, called.input, options);
    },
    review(name, input) {
      const called = calledBy(name, input);
      return guard.review(called.name, called.input);
    },
  };
}

/** Undefined unless it is, to the last argument, what the server would take for a call of a pinned tool. */
function innerCall(given: object, pinned: ReadonlySet<string>): Called | undefined {
  const { name, arguments: input = {}, ...others } = given as Readonly<Record<string, unknown>>;
  const isWhole = typeof input === "object" && input !== null && Object.keys(others).length === 0;
  return typeof name === "string" && pinned.has(name) && isWhole ? { name, input } : undefined;
}
