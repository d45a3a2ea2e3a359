import type { World as Explorable } from "../../../server/test/simulation/explore.ts";
import type { Code } from "./machines.ts";
import type { Choice, ChoiceKind } from "../../../server/test/simulation/scheduler.ts";
import { violationAtRest, violationIn } from "./violations.ts";
import { worldOf, type Setup, type World } from "./world.ts";

export interface Bounds {
  /** How many faults a history has at most. A crash is one. */
  readonly faults: number;
  /** How often time passes while something is under way: longer than a lease. */
  readonly leaps: number;
}

/** Longer than a lease. */
const leapMs = 25_000;
const ordinary: ReadonlySet<ChoiceKind> = new Set(["go", "answer", "land", "timer", "time"]);

/**
 * All histories of a setup within bounds. Steps that no other process can notice are taken at once, because their order changes
 * nothing.
 */
export function boundedWorld(setup: Setup, bounds: Bounds, code: Code): Explorable {
  const world = worldOf(setup, code);
  let { faults, leaps } = bounds;
  let offered: readonly Choice[] = [];
  const offer = (): readonly Choice[] => {
    const all = choicesOf(world, leaps > 0);
    const [own] = all.filter(({ isOwn, kind }) => isOwn && kind === "go");
    const next = own ? all.filter(({ owner }) => owner === own.owner) : all;
    return next.filter(({ kind }) => faults > 0 || ordinary.has(kind));
  };
  return {
    settle: () => world.time.settle(),
    choices() {
      offered = offer();
      return offered.map(({ label }) => label);
    },
    take(label) {
      const choice = offered.find((each) => each.label === label);
      if (!choice) throw new RangeError(`${label} cannot happen now`);
      if (!ordinary.has(choice.kind)) faults--;
      if (choice.label === leapLabel) leaps--;
      world.note(choice);
      choice.take();
    },
    state: async () => [faults, leaps, await world.state()],
    async violation(isOver) {
      const sofar = violationIn(world.facts);
      if (sofar !== undefined || !isOver) return sofar;
      if (!(await world.rest()) || !(await world.probe())) return "it never comes to rest";
      return violationAtRest(world);
    },
  };
}

const leapLabel = `${leapMs} ms pass`;

function choicesOf({ time, machines, isBusy }: World, mayLeap: boolean): readonly Choice[] {
  const ready = time.choices();
  const crashes = machines.flatMap((each): readonly Choice[] =>
    [false, true].map((inFlight) => ({
      kind: "kill",
      label: `restart ${each.name}${inFlight ? ", its writes under way" : ""}`,
      owner: each.process().name,
      take() {
        each.kill(inFlight);
        each.start();
      },
    })),
  );
  if (ready.length === 0 && time.hasTime())
    return [{ kind: "time", label: "time passes", take: () => time.pass() }];
  if (ready.length === 0 && !isBusy()) return [];
  const leap: Choice = { kind: "time", label: leapLabel, take: () => time.pass(leapMs) };
  return [...ready, ...crashes, ...(mayLeap ? [leap] : [])];
}
