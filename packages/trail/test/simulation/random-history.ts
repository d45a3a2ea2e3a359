import { seeded } from "../../../server/test/soak/soak-client.ts";
import { pick } from "../faults/trial.ts";
import { spendingNames, steppedNames, toolNames } from "./contracts.ts";
import type { Code } from "./machines.ts";
import type { Choice, ChoiceKind } from "../../../server/test/simulation/scheduler.ts";
import { violationAtRest, violationIn } from "./violations.ts";
import { lineOf, worldOf, type Setup, type World } from "./world.ts";

export interface History {
  readonly seed: number;
  readonly violation?: string;
  /** Every choice, and what came of it. */
  readonly lines: readonly string[];
  readonly steps: number;
}

/** How likely each kind of choice is, compared with that an operation is simply done. */
type Weights = Readonly<Record<ChoiceKind, number>>;

/** Faults end after this many steps; the history then comes to rest. */
const maxFaultySteps = 250;
const skews = [-3_600_000, -30_000, -5000, 5000, 30_000, 3_600_000];
const pauses = [100, 6000, 25_000, 90_000];

/** One seed, one history: who calls what, in which order everything happens, and what fails. */
export async function randomHistory(seed: number, code: Code, subject: Subject = "calls"): Promise<History> {
  const random = seeded(seed);
  const setup = setupOf(seed, random, subject);
  const weights = weightsOf(random, subject);
  const world = worldOf(setup, code);
  const violation = await follow(world, random, weights);
  const { history, facts } = world;
  return {
    seed,
    steps: history.length,
    ...(violation !== undefined && { violation }),
    lines: violation === undefined ? history : [describe(setup), ...history, ...facts.map(lineOf)],
  };
}

/** The first of `count` histories that must not happen. */
export async function firstViolation(
  from: number,
  count: number,
  code: Code,
  subject: Subject = "calls",
): Promise<History | undefined> {
  for (let seed = from; seed < from + count; seed++) {
    const history = await randomHistory(seed, code, subject);
    if (history.violation !== undefined) return history;
  }
  return undefined;
}

async function follow(world: World, random: () => number, weights: Weights): Promise<string | undefined> {
  await world.time.settle();
  for (let step = 0; step < maxFaultySteps && (world.isBusy() || !world.time.isIdle()); step++) {
    const choices = choicesOf(world, random);
    const choice = choices.length === 1 ? choices[0] : weighed(choices, random, weights);
    if (!choice) break;
    await world.take(choice);
  }
  if (!(await world.rest()) || !(await world.probe()))
    return violationIn(world.facts) ?? "it never comes to rest";
  return violationAtRest(world);
}

/** What can happen next: what the processes wait for, and what happens to machines. */
function choicesOf({ time, machines }: World, random: () => number): readonly Choice[] {
  const skewMs = pick(random, skews);
  const pauseMs = pick(random, pauses);
  const ready = time.choices();
  const toNextTimer: Choice = { kind: "time", label: "time passes", take: () => time.pass() };
  if (ready.length === 0 && time.hasTime()) return [toNextTimer];
  return [
    ...ready,
    restart(ready, random),
    ...(time.hasTime() ? [toNextTimer] : []),
    { kind: "time", label: `${pauseMs} ms pass`, take: () => time.pass(pauseMs) },
    ...machines.flatMap((each): readonly Choice[] =>
      each.process().isDead
        ? [{ kind: "start", label: `start ${each.name}`, take: () => each.start() }]
        : [
            { kind: "kill", label: `kill ${each.name}`, take: () => each.kill(false) },
            { kind: "kill", label: `kill ${each.name}, its writes under way`, take: () => each.kill(true) },
            {
              kind: "skew",
              label: `the clock of ${each.name} moves by ${skewMs} ms`,
              take: () => each.skew(Math.abs(each.skewMs() + skewMs) > 3_600_000 ? -each.skewMs() : skewMs),
            },
          ],
    ),
  ];
}

/** Of all that machines ask of the store, it has done some and not the rest, and answers nothing. */
function restart(ready: readonly Choice[], random: () => number): Choice {
  const asked = Map.groupBy(
    ready.filter(({ kind, label }) => label.includes(": store.") && ["fail", "lose", "late"].includes(kind)),
    ({ label }) => label.slice(0, label.lastIndexOf(" ")),
  );
  const take = (): void => [...asked.values()].forEach((fates) => pick(random, fates).take());
  return { kind: "restart", label: "the store restarts", take };
}

function weighed(choices: readonly Choice[], random: () => number, weights: Weights): Choice | undefined {
  const total = choices.reduce((sum, { kind }) => sum + weights[kind], 0);
  let left = random() * total;
  return choices.find(({ kind }) => (left -= weights[kind]) < 0);
}

/** Each history has its own few kinds of faults: rare ones are not hidden by frequent ones. */
function weightsOf(random: () => number, subject: Subject): Weights {
  const rate = (): number => pick(random, [0, 0, 0, 0.02, 0.1, 0.4]);
  /** There is such a choice at every step. */
  const rare = (): number => pick(random, [0, 0, 0.01, 0.03]);
  return {
    go: 1,
    answer: pick(random, [0.1, 1]),
    timer: pick(random, [0.1, 1]),
    land: pick(random, [0.02, 0.3]),
    slow: rate(),
    fail: rate(),
    lose: rate(),
    late: rate(),
    time: rate() / 2,
    kill: rare(),
    start: 0.3,
    skew: rare(),
    twice: rate() * 2,
    decline: rate(),
    // Last, so that the histories of other subjects stay as they are.
    restart: subject === "steps" ? rare() : 0,
  };
}

/** What clients do: anything but steps, spend of one budget, or calls made of steps. */
export type Subject = "calls" | "budget" | "steps";

function setupOf(seed: number, random: () => number, subject: Subject): Setup {
  const machines = pick(random, [["A"], ["A", "B"], ["A", "B"]]);
  const spends = subject === "budget";
  const tools = spends ? [pick(random, spendingNames)] : subject === "steps" ? steppedNames : toolNames;
  const wishes = (spends ? ["x", "y", "z"] : ["x", "y"]).map((text) => ({
    tool: pick(random, tools),
    text,
    hasOwnKey: random() < 0.6,
  }));
  const clients = Array.from({ length: pick(random, spends ? [2, 3, 3, 4] : [1, 2, 2, 3]) }, () => ({
    wish: pick(random, !spends && random() < 0.7 ? wishes.slice(0, 1) : wishes),
    machines: Array.from({ length: pick(random, [2, 4, 6]) }, () => pick(random, machines)),
    answer: pick(random, ["accept", "accept", "accept", "decline"] as const),
  }));
  return { machines, clients, timeoutMs: pick(random, [1000, 60_000]), seed };
}

function describe({ machines, clients, timeoutMs }: Setup): string {
  const each = clients.map(({ wish, machines: asked, answer }, index) => {
    const key = wish.hasOwnKey ? " with a key" : "";
    return `client${index + 1} wants ${wish.tool} ${wish.text}${key} of ${asked.join(" ")}, its person says ${answer}`;
  });
  return `machines ${machines.join(" ")}, handlers may take ${timeoutMs} ms; ${each.join("; ")}`;
}
