import type { PlanNotes } from "@proviso/manifest";
import type { Outcome, Principal } from "../api/outcome.ts";

/** The outcome of a tool that is called by its name, from the typed calls of a generated server. Of another server it is JSON. */
export type OutcomeOf<Server, Name extends string> = Server extends {
  as(principal: Principal): infer Calls;
}
  ? Name extends `${infer Domain}.${infer Verb}`
    ? OutcomeOfCall<Property<Property<Calls, CamelCase<Domain>>, CamelCase<Verb>>>
    : Outcome
  : Outcome;

/** No such call: the test calls what the contracts do not have. */
type OutcomeOfCall<Call> = [Call] extends [never]
  ? Outcome
  : Call extends (...args: never) => Promise<infer Output extends object>
    ? Call extends { plan: (...args: never) => Promise<infer Planned extends object> }
      ? Outcome<Output, Omit<Planned, keyof PlanNotes>>
      : Outcome<Output>
    : Outcome;

type Property<Value, Name> = Name extends keyof Value ? Value[Name] : never;

/** The name in code of a name in a contract. */
type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;
