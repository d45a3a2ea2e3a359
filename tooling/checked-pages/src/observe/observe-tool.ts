import { type JsonObject, type ToolContract, effectiveContract } from "@proviso/manifest";
import { effectsIn, told } from "../../../../packages/verify/src/clauses/facts.ts";
import { type SeenCall, endOf } from "./call.ts";
import { arranged, personal } from "./fixtures.ts";
import { type InPerson, observeInPerson } from "./in-person.ts";
import { ways } from "./ways.ts";
import { openWorld } from "./world.ts";

/** What happened in all calls of a tool with one variant of its rules. */
export interface Observation {
  readonly tool: string;
  /** The rules that the server chose for these arguments. */
  readonly contract: ToolContract;
  /** The position of the variant on the page: 0 is the tool as written. */
  readonly variant: number;
  readonly input: JsonObject;
  readonly isListed: boolean;
  /** By the name of the way; a way that does not apply is missing. */
  readonly calls: ReadonlyMap<string, SeenCall>;
  /** Of a tool that people call and no agent. */
  readonly inPerson: InPerson | undefined;
  /** What the product knew of people before the calls. */
  readonly personal: readonly string[];
}

/** Makes a tool's call in every way, with one input. */
export async function observeTool(tool: ToolContract, example: JsonObject): Promise<Observation> {
  let world = await openWorld();
  let input = arranged[tool.name]?.(world) ?? example;
  try {
    const caller = world.caller();
    const known = world.database.prepare(personal).all().flatMap(Object.values);
    const resolved = await world.server.resolve(tool.name, input, { principal: caller });
    const refinement = resolved.kind === "resolved" ? resolved.refinement : undefined;
    const contract = effectiveContract(tool, tool.refinements?.[refinement ?? -1]);
    const calls = new Map<string, SeenCall>();
    for (const { name, applies, isProbe, isFresh, make } of ways) {
      if (!(applies?.(contract) ?? true)) continue;
      if (isFresh?.(contract)) await renew();
      const call = await make({ world, tool: contract, input });
      calls.set(name, call);
      if (isProbe && call.outcome.kind === "completed" && !contract.hints.readOnlyHint) await renew();
    }
    return {
      tool: tool.name,
      contract,
      variant: refinement === undefined ? 0 : refinement + 1,
      input,
      isListed: world.server.list(caller).some(({ name }) => name === tool.name),
      calls,
      inPerson: await observeInPerson(world, tool.name, input),
      personal: known.filter((value) => typeof value === "string"),
    };
  } finally {
    await world[Symbol.asyncDispose]();
  }

  async function renew(): Promise<void> {
    await world[Symbol.asyncDispose]();
    world = await openWorld();
    input = arranged[tool.name]?.(world) ?? example;
  }
}

/** The call that was made in this way. Throws for a way that does not apply to the tool. */
export function callOf({ calls, tool }: Observation, name: string): SeenCall {
  const call = calls.get(name);
  if (!call) throw new Error(`${tool} was not called ${name}`);
  return call;
}

/** Tells in words how the calls ended, a line for each way. */
export function storyOf({ calls }: Observation): string {
  const lines = [...calls].map(([way, call]) => {
    const asked = call.asked ? "a person was asked" : "nobody was asked";
    return told(`${way}: ${endOf(call)}, ${asked}`, effectsIn([call])) ?? `${way}: ${endOf(call)}, ${asked}`;
  });
  return lines.join("\n            ");
}

/** How the call of this way ended; undefined if the way does not apply. */
export function endIn({ calls }: Observation, name: string): string | undefined {
  const call = calls.get(name);
  return call && endOf(call);
}
