import type { AuthorizedCall } from "../call/call.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { tryLater } from "../runtime/try-later.ts";
import { changeCounter, settled } from "./counter.ts";
import { limitsOf } from "./limits-of.ts";

/** Spends what an equal earlier call holds, after it was found out that it completed. It counts either way. Never rejects. */
export async function spendHeld(call: AuthorizedCall, callId: string, runtime: Runtime): Promise<void> {
  const limits = limitsOf(call, runtime);
  if ("kind" in limits) return;
  for (const each of limits) {
    if (!each.budget) continue;
    const spend = () => changeCounter(each, (count) => settled(count, callId, true), runtime);
    await spend().catch(() => void tryLater(spend));
  }
}
