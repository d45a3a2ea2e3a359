import type { Outcome } from "../../../server/src/api/outcome.ts";
import type { AuditRecord } from "../../src/trail/audit-record.ts";
import type { Count } from "../../../server/src/pipeline/limit/counter.ts";
import { memoryStore } from "../../../server/src/stores/memory.ts";
import { network, runClient, startClient, wordFor, type ClientSetup, type Wish } from "./clients.ts";
import type { Effect, Effects, Step } from "./contracts.ts";
import { machine, type Code, type Machine } from "./machines.ts";
import { scheduler, type Choice } from "../../../server/test/simulation/scheduler.ts";

export interface Setup {
  readonly machines: readonly string[];
  readonly clients: readonly ClientSetup[];
  /** How long a handler may take: 1000 or 60,000 ms. */
  readonly timeoutMs: number;
  readonly seed: number;
}

/** What happened, in the order in which it happened. */
export type Fact =
  | ({ readonly kind: "began" } & Effect)
  | ({ readonly kind: "effect" } & Effect)
  | ({ readonly kind: "step"; readonly what: "entered" | "acted" | "declined" } & Step)
  | { readonly kind: "record"; readonly record: AuditRecord }
  | { readonly kind: "accepted"; readonly wish: Wish }
  | { readonly kind: "told"; readonly wish: Wish; readonly outcome: Outcome | "nothing" }
  /** What a call without any fault says at the end. `before` is how often the effect had happened. */
  | {
      readonly kind: "probed";
      readonly wish: Wish;
      readonly outcome: Outcome | "nothing";
      readonly before: number;
    };

export type World = ReturnType<typeof worldOf>;

const startTime = Date.UTC(2026, 0, 1);
/** Longer than any lease. */
const restMs = 15 * 60_000;
/** Real code comes to rest long before. */
const maxStepsToRest = 5000;

/** Machines over one store, and clients that call them. Each machine has its own clock and its own chain of audit records. */
export function worldOf({ machines: names, clients, timeoutMs, seed }: Setup, code: Code) {
  const time = scheduler(seed);
  const facts: Fact[] = [];
  /** Every choice that was taken. */
  const history: string[] = [];
  const kinds = new Set<Choice["kind"]>();
  const clock = { now: () => new Date(startTime + time.now()) };
  const store = memoryStore({ clock });
  const onRecord = (record: AuditRecord): void => void facts.push({ kind: "record", record });
  const onBegin = (effect: Effect): void => void facts.push({ kind: "began", ...effect });
  const onEffect = (effect: Effect): void => void facts.push({ kind: "effect", ...effect });
  const onStep: Effects["onStep"] = (what, step) => void facts.push({ kind: "step", what, ...step });
  const hasEffect = (id: string): boolean =>
    facts.some(
      (fact) =>
        (fact.kind === "effect" && fact.callId === id) ||
        (fact.kind === "step" && fact.what === "acted" && fact.key === id),
    );
  const shared = { time, clock, store, timeoutMs, onRecord, onBegin, onEffect, onStep, hasEffect };
  const machines: readonly Machine[] = names.map((name) => machine(name, shared, code));
  const clientProcesses = clients.map((_, index) => time.process(`client${index + 1}`));
  const find = (name: string): Machine => {
    const found = machines.find((each) => each.name === name);
    if (!found) throw new RangeError(`no machine ${name}`);
    return found;
  };
  const events = {
    accepted: (wish: Wish) => void facts.push({ kind: "accepted", wish }),
    told: (wish: Wish, outcome: Outcome | "nothing") => void facts.push({ kind: "told", wish, outcome }),
  };
  let busy = clients.length;
  for (const [index, client] of clients.entries()) {
    const process = clientProcesses[index] ?? time.process("client");
    const send = network(time, process, client.wish, events);
    startClient(
      process,
      () => runClient(client, find, send, events),
      () => void busy--,
    );
  }

  function note(choice: Choice): void {
    history.push(choice.label);
    kinds.add(choice.kind);
  }

  async function take(choice: Choice): Promise<void> {
    note(choice);
    choice.take();
    await time.settle();
  }

  /** Without further faults, until nothing is left to happen. False if that does not end. */
  async function rest(): Promise<boolean> {
    for (const each of machines) if (each.process().isDead) each.start();
    await time.settle();
    for (let step = 0; step < maxStepsToRest; step++) {
      const next = time.choices().find(({ kind }) => isKind(kind));
      if (next) await take(next);
      else if (time.hasTime()) time.pass();
      else return busy === 0;
    }
    return false;
  }

  /** Calls for each effect once more, when every lease is over. */
  async function probe(): Promise<boolean> {
    time.pass(restMs);
    for (const wish of new Set(clients.map((client) => client.wish))) {
      const asked = machines[0];
      if (!asked) return false;
      const before = effectsOf(wish.text);
      const process = time.process(`probe of ${wish.text}`);
      const told = (_: Wish, outcome: Outcome | "nothing"): void =>
        void facts.push({ kind: "probed", wish, outcome, before });
      const send = network(time, process, wish, { ...events, told });
      busy++;
      startClient(
        process,
        () => runClient({ wish, machines: Array(4).fill(asked.name), answer: "accept" }, find, send, events),
        () => void busy--,
      );
      if (!(await rest())) return false;
    }
    return true;
  }

  function effectsOf(text: string): number {
    return facts.filter((fact) => fact.kind === "effect" && fact.text === text).length;
  }

  /** Everything that decides what can still happen. Only what others can notice counts in its order. */
  async function state(): Promise<unknown> {
    const values = (await store.list?.("")) ?? [];
    return [
      time.state(),
      machines.map(({ log, process }) => [process().seen, log.head.hash]),
      clientProcesses.map(({ seen }) => seen),
      facts.filter(({ kind }) => kind !== "record"),
      values.map(({ key, value }) => [key, value]).toSorted(),
    ];
  }

  /** The counts of all budgets, as they are stored. */
  async function budgets(): Promise<readonly Count[]> {
    const found = (await store.list?.("budget:")) ?? [];
    return found.map(({ value }) =>
      typeof value === "number" ? { spent: value, held: {} } : (value as unknown as Count),
    );
  }

  return {
    time,
    machines,
    facts,
    budgets,
    history,
    kinds,
    note,
    take,
    rest,
    probe,
    state,
    isBusy: () => busy > 0,
  };
}

function isKind(kind: Choice["kind"]): boolean {
  return kind === "go" || kind === "answer" || kind === "land" || kind === "timer";
}

/** A fact in a line, for a history that is printed. */
export function lineOf(fact: Fact): string {
  switch (fact.kind) {
    case "began":
      return `the handler of ${fact.text} begins, call ${fact.callId.slice(0, 8)}`;
    case "effect":
      return `effect ${fact.text} by call ${fact.callId.slice(0, 8)}`;
    case "step":
      return `step ${fact.step} of ${fact.text} ${fact.what}, call ${fact.callId.slice(0, 8)}`;
    case "record":
      return `record ${fact.record.kind} of call ${fact.record.callId.slice(0, 8)} ${fact.record.outcome ?? fact.record.event ?? ""}`;
    case "accepted":
      return `the person accepts ${fact.wish.text}`;
    case "told":
      return `somebody hears about ${fact.wish.text}: ${wordFor(fact.outcome)}`;
    case "probed":
      return `at the end, about ${fact.wish.text}: ${wordFor(fact.outcome)}`;
  }
}
