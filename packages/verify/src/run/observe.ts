import { setTimeout as wait } from "node:timers/promises";
import type { Action, Change, OpenOracle, Snapshot, Step } from "../model.ts";
import { changesOf } from "../oracles/changes.ts";
import type { Server } from "../target/server.ts";

/** Milliseconds after an answer in which effects that it did not wait for are still seen as its own. */
const settleMs = 15;
/** Milliseconds for which the world is watched without a call, to learn what moves by itself. */
const quietMs = 250;

export interface Observer {
  /** Actions that belong together (`isConcurrent`) are done at once; the changes of all are those of the last. */
  steps(actions: readonly Action[], signal?: AbortSignal): Promise<readonly Step[]>;
  /** Whether these changes, or any, also happen without a call. Those that do are not reported any more. */
  happenAnyway(changes?: readonly Change[]): Promise<boolean>;
}

/** `ignored`: changes are left out whose name contains one of these texts. */
export function observer(
  server: Server,
  oracles: readonly OpenOracle[],
  ignored: readonly string[],
): Observer {
  const restless = new Set<string>();
  const snapshots = (): Promise<readonly Snapshot[]> => Promise.all(oracles.map((each) => each.snapshot()));
  const compare = (before: readonly Snapshot[], after: readonly Snapshot[]): readonly Change[] =>
    oracles
      .flatMap((oracle, index) => differences(oracle, before[index], after[index]))
      .filter((each) => !restless.has(nameOf(each)) && !ignored.some((text) => each.what.includes(text)));
  const quietChanges = async (): Promise<readonly Change[]> => {
    const before = await snapshots();
    await wait(quietMs);
    return compare(before, await snapshots());
  };
  return {
    async steps(actions, signal) {
      const steps: Step[] = [];
      for (const together of groupsOf(actions)) {
        const before = await snapshots();
        const answers = await Promise.all(together.map((action) => server.perform(action, signal)));
        await wait(settleMs);
        const after = await snapshots();
        const changes = together.some(({ kind }) => kind === "renew") ? [] : compare(before, after);
        const made = together.map((action, index) => {
          const answer = answers[index] ?? ({ kind: "none", ms: 0 } as const);
          return { action, answer, changes: index === together.length - 1 ? changes : [] };
        });
        steps.push(...made);
      }
      return steps;
    },
    async happenAnyway(changes) {
      const names = changes?.map(nameOf);
      const found = (await quietChanges()).map(nameOf).filter((name) => names?.includes(name) ?? true);
      for (const name of found) restless.add(name);
      return found.length > 0;
    },
  };
}

function differences(oracle: OpenOracle, before: Snapshot = {}, after: Snapshot = {}): readonly Change[] {
  return oracle.compare?.(before, after) ?? changesOf(oracle.name, before, after);
}

const nameOf = ({ oracle, what }: Change): string => `${oracle} ${what}`;

export function groupsOf(actions: readonly Action[]): readonly (readonly Action[])[] {
  const groups: Action[][] = [];
  for (const action of actions) {
    const last = groups.at(-1);
    if (last && action.kind === "call" && action.isConcurrent) last.push(action);
    else groups.push([action]);
  }
  return groups;
}
