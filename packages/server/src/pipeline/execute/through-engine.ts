import type { Durable, RunEngineStep } from "../../api/steps.ts";
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
      return seal({ value: (await value) as never }, id);
    });
    const sealed = await durable.result(id);
    here.resolve((open(sealed, id) as { readonly value?: unknown } | undefined)?.value);
  } catch (error) {
    here.reject(error);
  }
  return here.promise;
}
