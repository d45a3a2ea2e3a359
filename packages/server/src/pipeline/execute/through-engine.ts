import type { Durable, RunEngineStep } from "../../api/steps.ts";
import type { Json } from "@proviso/manifest";
import type { ValueSeal } from "../../seals/sealed-value.ts";

/** Runs a handler as a work of the engine. What it does in this process counts, else the result of an earlier process, as JSON. */
export async function throughEngine(
  durable: Durable,
  id: string,
  { open, seal }: ValueSeal,
  run: (step: RunEngineStep) => unknown,
): Promise<unknown> {
  const here = Promise.withResolvers<unknown>();
  // Returned once the engine has recorded it.
  here.promise.catch(() => {});
  try {
    await durable.start(id, async (step) => {
      const value = Promise.resolve().then(() => run(step));
      here.resolve(value);
      return seal({ value: (await value.catch(failed)) as never }, id);
    });
    const sealed = await durable.result(id);
    here.resolve((open(sealed, id) as { readonly value?: unknown } | undefined)?.value);
  } catch (error) {
    here.reject(error);
  }
  return here.promise;
}

/** Runs a step; `place` stands for its work, name and input, for which alone its result opens. The engine learns neither its result nor its error. Undefined: its result cannot be read. */
export async function stepInEngine<Step extends { readonly name: string }>(
  inEngine: RunEngineStep,
  place: string,
  step: Step,
  { open, seal }: ValueSeal,
  run: (step: Step) => Promise<Json | undefined>,
): Promise<{ readonly result?: unknown } | undefined> {
  const here = Promise.withResolvers<Json | undefined>();
  here.promise.catch(() => {});
  let isHere = false;
  const act = async (): Promise<string> => {
    isHere = true;
    here.resolve(run(step));
    const result = await here.promise.catch(failed);
    return seal({ ...(result !== undefined && { result }) }, place);
  };
  try {
    const sealed = await inEngine(step.name, act);
    return open(sealed, place) as { readonly result?: unknown } | undefined;
  } catch (error) {
    if (isHere) await here.promise;
    throw error;
  }
}

/** For the engine's tables, which are not sealed. */
function failed(): never {
  throw new Error("it failed: the audit trail says how");
}
