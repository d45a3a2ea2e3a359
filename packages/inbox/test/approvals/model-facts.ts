import type { Store } from "../../../server/src/api/ports.ts";
import { valueSeal } from "../../../server/src/seals/sealed-value.ts";
import type { FakeClock } from "../../../server/src/testing.ts";
import type { Gate } from "../../../server/test/simulation/gated-world.ts";
import type { Approval } from "../../src/api/approval.ts";

export const stateKeys: readonly Uint8Array[] = [new Uint8Array(32).fill(7)];
export const seal: ReturnType<typeof valueSeal> = valueSeal(stateKeys);

export type Written = Pick<
  Approval,
  "id" | "terms" | "decisions" | "rules" | "asker" | "expiresAt" | "usedBy" | "revision"
>;

/** What happened, in the order in which the store saw it. */
export type Fact =
  | { readonly kind: "written"; readonly approval: Written; readonly at: number }
  | { readonly kind: "paused" | "resumed" }
  /** What somebody who approved several calls at once was told about one of them. */
  | { readonly kind: "told"; readonly id: string; readonly by: string; readonly ok: boolean }
  /** What a person has seen, and changed, when saying yes. */
  | {
      readonly kind: "meant";
      readonly by: string;
      readonly fingerprint: string;
      readonly planHash: string | null;
    }
  | {
      readonly kind: "ran";
      readonly callId: string;
      readonly terms: Approval["terms"];
      readonly needsLogIn: boolean;
      readonly begun: number;
      /** The amounts that were asked for and that it ran with. */
      readonly asked: number | undefined;
      readonly amount: number | undefined;
    };

/** Each operation waits for its turn, and what it writes becomes a fact. */
export function gated(store: Store, gate: Gate, facts: Fact[], clock: FakeClock): Store {
  const open = (key: string, value: unknown): unknown =>
    typeof value === "string" ? seal.open(value, key) : value;
  /** When the process last looked: what it found then is what it decides by. */
  let lookedAt = 0;
  const get = (key: string): ReturnType<Store["get"]> => {
    lookedAt = clock.now().getTime();
    return store.get(key);
  };
  const note = (isWritten: boolean, key: string, value: unknown): boolean => {
    if (isWritten) facts.push(factOf(key, open(key, value), lookedAt));
    return isWritten;
  };
  return {
    get: (key) =>
      gate(
        `get ${key}`,
        () => get(key),
        (stored) => [lookedAt, open(key, stored?.value)],
      ),
    list: (...given) =>
      gate(
        "list",
        async () => (await store.list?.(...given)) ?? [],
        (rows) => rows.map(({ key, value }) => open(key, value)),
      ),
    insert: (key, value, until) =>
      gate(`insert ${key}`, async () => note(await store.insert(key, value, until), key, value)),
    replace: (key, revision, value, until) =>
      gate(`replace ${key}`, async () => note(await store.replace(key, revision, value, until), key, value)),
    put: (key, value, until) =>
      gate(`put ${key}`, async () => void note(true, key, (await store.put(key, value, until), value))),
    delete: (key) => gate(`delete ${key}`, () => store.delete(key)),
    increment: (key, by, until) => gate(`increment ${key}`, () => store.increment(key, by, until)),
    close: () => store.close(),
  };
}

function factOf(key: string, value: unknown, at: number): Fact {
  if (key === "paused") {
    const { pauses } = value as { readonly pauses: readonly { readonly resumed?: number }[] };
    return { kind: pauses.every(({ resumed }) => resumed !== undefined) ? "resumed" : "paused" };
  }
  const { id, terms, decisions, rules, asker, expiresAt, revision, usedBy } = value as Approval;
  const approval = {
    id,
    terms,
    decisions,
    rules,
    asker,
    expiresAt,
    ...(revision !== undefined && { revision }),
    ...(usedBy !== undefined && { usedBy }),
  };
  return { kind: "written", approval, at };
}
