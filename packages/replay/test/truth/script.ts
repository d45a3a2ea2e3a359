import type { JsonObject } from "@proviso/manifest";
import type { Principal } from "@proviso/server";

/** A call in the simulated shop. */
export interface CallStep {
  readonly kind: "call";
  readonly afterMs: number;
  readonly tool: string;
  readonly input: JsonObject;
  readonly principal: Principal;
  readonly key?: string;
  /** What a person answers if asked, after this time. */
  readonly says: "yes" | "no" | "nothing";
  readonly answerMs: number;
  /** `dies`: a handler with effects kills the server, and another one starts. */
  readonly handler: "completes" | "fails" | "throws" | "dies";
}

/** Something that happens in the simulated shop, the same under whatever contracts. */
export type Step =
  | CallStep
  | { readonly kind: "pause" | "resume"; readonly afterMs: number; readonly scope: string };

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const everyone: Readonly<Record<string, readonly string[]>> = {
  ada: ["shop:read", "shop:write", "shop:pay", "shop:admin"],
  ben: ["shop:read", "shop:write", "shop:pay"],
  cyd: ["shop:read", "shop:write"],
  dan: ["shop:read"],
};

/** Makes the steps of a simulated time: `count` calls, and some pauses. */
export function script(seed: number, count: number, start: number): readonly Step[] {
  const next = numbers(seed);
  const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(next() * items.length)] ?? items[0];
  const inputs: Readonly<Record<string, () => JsonObject>> = {
    look: () => ({ id: idOf(), ...(next() < 0.3 && { deep: true }) }),
    note: () => ({ id: idOf(), text: oneOf(["ok", "late", "urgent", "very urgent", "x".repeat(70)]) }),
    refund: () => ({ id: idOf(), cents: oneOf([100, 900, 2500, 4500, 9000]) }),
    tag: () => ({ id: idOf(), tag: oneOf(["a", "b", "c"]) }),
    share: () => ({
      id: idOf(),
      to: "eva@example.com",
      ...(next() < 0.1 && { password: oneOf(["p1", "p2"]) }),
    }),
    mail: () => ({ segment: oneOf(["all", "new"]), ...(next() < 0.5 && { dryRun: true }) }),
    close: () => ({ id: idOf() }),
    pay: () => ({ id: idOf(), cents: oneOf([100, 900, 2500, 4500, 9000]) }),
  };
  const idOf = (): number => 1 + Math.floor(next() * 8);
  const tools = Object.keys(inputs) as [string, ...string[]];
  let now = start;
  let logIn = start;
  let paused: string | undefined;
  const steps: Step[] = [];
  for (let made = 0; made < count; made++) {
    const afterMs = 1000 + Math.floor(next() * 240_000);
    now += afterMs;
    if (next() < 0.02 || isAboutToAge(now - logIn)) logIn = now;
    if (paused) {
      if (next() < 0.3) {
        steps.push({ kind: "resume", afterMs: 0, scope: paused });
        paused = undefined;
      }
    } else if (next() < 0.002) {
      paused = oneOf(["all", "tool:shop.refund", "effect:sends"]);
      steps.push({ kind: "pause", afterMs: 0, scope: paused });
    }
    const name = oneOf([
      "ada",
      "ada",
      "ada",
      "ben",
      "ben",
      "ben",
      "ben",
      "cyd",
      next() < 0.3 ? "dan" : "cyd",
    ]);
    const tool = oneOf(tools);
    steps.push({
      kind: "call",
      afterMs,
      tool: next() < 0.01 ? "shop.nothing" : `shop.${tool}`,
      input: inputs[tool]?.() ?? {},
      principal: {
        id: name,
        kind: "agent",
        permissions: everyone[name] ?? [],
        authTime: Math.floor(logIn / 1000),
      },
      ...(next() < 0.05 && { key: oneOf(["k1", "k2", "k3"]) }),
      says: oneOf(["yes", "yes", "yes", "no", "nothing"]),
      answerMs: 1000 + Math.floor(next() * 30_000),
      handler:
        next() < 0.002
          ? "dies"
          : oneOf(["completes", "completes", "completes", "completes", "fails", "throws"]),
    });
  }
  return steps;
}

/** Whether a log-in would become too old between a question and its answer: the trail shows such an answer as a call of its own. */
function isAboutToAge(ageMs: number): boolean {
  return [5, 30, 60].some((minutes) => ageMs > minutes * 60_000 - 32_000 && ageMs <= minutes * 60_000);
}
