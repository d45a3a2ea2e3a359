import type { Durable, RunEngineStep } from "../../api/steps.ts";
import type { Work } from "../call/call.ts";
import type { Runtime } from "../runtime/runtime.ts";

type Ended = { readonly value: unknown } | { readonly error: unknown };

/**
 * Runs a handler as a work of the engine. What it returned or threw in this process counts; if the engine has the result of an
 * earlier process, that does, as JSON. Rejects with the engine's error if the handler did not run.
 */
export async function throughEngine(
  durable: Durable,
  { id }: Work,
  signal: AbortSignal,
  { onFault, valueSeal }: Runtime,
  run: (step: RunEngineStep) => unknown,
): Promise<unknown> {
  let ended: Ended | undefined;
  const cancel = (): void => void durable.cancel(id).catch((error: unknown) => onFault(error, id));
  signal.addEventListener("abort", cancel);
  try {
    await durable.start(id, async (step) => {
      try {
        const value = await run(step);
        ended = { value };
        return valueSeal.seal({ value: value as never }, id);
      } catch (error) {
        ended = { error };
        throw error;
      }
    });
    const sealed = await durable.result(id);
    ended ??= { value: (valueSeal.open(sealed, id) as { readonly value?: unknown } | undefined)?.value };
  } catch (error) {
    ended ??= { error };
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  if ("error" in ended) throw ended.error;
  return ended.value;
}
