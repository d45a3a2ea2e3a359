import { conditionWords, type JsonObject, type Manifest, type ToolContract } from "@proviso/manifest";
import { does } from "@proviso/manifest/label";
import {
  type AuditEntry,
  type Clock,
  createEnforcingServer,
  type InvokeOptions,
  memoryAudit,
  memoryStore,
  observeServers,
  type Outcome,
  type Principal,
  withoutResults,
} from "@proviso/server/gate";

/** What a page needs to try calls of a tool: `try.json` beside it. */
export interface TrialData {
  /** With this tool alone. */
  readonly manifest: Manifest;
  /** The first example of the contract, or one made from its schema. */
  readonly input: JsonObject;
  /** The permissions of each role of the product. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

export interface TrialCall extends Pick<InvokeOptions, "answer" | "canAsk" | "idempotencyKey"> {
  readonly principal: Principal;
  readonly input: JsonObject;
  /** The requirements of the contract that are met. */
  readonly met: readonly string[];
}

export interface Tried {
  /** The stages that the call went through. The last one answered. */
  readonly reached: readonly string[];
  readonly outcome: Outcome;
  /** What the audit trail got. */
  readonly records: readonly AuditEntry[];
  /** Of a refined tool: the condition that held, in words, and what a call under it does. Absent before that was decided. */
  readonly branch?: { readonly when: string; readonly does: readonly string[] };
  /** Why the stages could not run as they should, such as a page that forbids compiled checks. */
  readonly fault?: string;
}

/**
 * Opens the stages of a server around a handler that does nothing, with a store and an audit trail in memory. Policies, pauses and an
 * inbox are the host's, so there are none. Calls run one after the other.
 */
export function openTrial(
  { manifest }: Pick<TrialData, "manifest">,
  clock: Clock = { now: () => new Date() },
): (call: TrialCall) => Promise<Tried> {
  let reached: string[] = [];
  let met: readonly string[] = [];
  let fault: unknown;
  observeServers({
    opened() {},
    composed() {},
    recorded() {},
    call: async (_call, run) => run(),
    stage: (name, run) => (call) => {
      reached.push(name);
      return run(call);
    },
  });
  const audit = memoryAudit();
  const [tool] = manifest.tools;
  const isForbidden = tool?.riskLevel === "forbidden";
  const isForPeople = isForbidden && tool.people === "allowed";
  const handlers = tool ? { [tool.name]: { plan: () => ({}), execute: () => ({}) } } : {};
  const requirements = tool?.requirements ?? [];
  const server = createEnforcingServer({
    manifest: { ...manifest, tools: manifest.tools.map(withoutResults) },
    handlers: isForbidden ? {} : handlers,
    people: isForPeople ? handlers : {},
    requirements: Object.fromEntries(requirements.map((each) => [each, () => met.includes(each)])),
    store: memoryStore({ clock }),
    audit,
    clock,
    onFault: (error) => (fault = error),
  });
  const attempt = async ({ input, met: given, ...options }: TrialCall): Promise<Tried> => {
    [reached, met, fault] = [[], given, undefined];
    const from = audit.records.length;
    const gate = isForPeople ? server.people : server;
    const outcome = await gate.invoke(tool?.name ?? "", input, options);
    const records = audit.records.slice(from);
    const branch = tool && reached.includes("refine") ? branchOf(tool, records) : undefined;
    return {
      reached,
      outcome,
      records,
      ...(branch && { branch }),
      ...(fault !== undefined && { fault: String(fault) }),
    };
  };
  let before: Promise<unknown> = Promise.resolve();
  return (call) => {
    const tried = before.then(() => attempt(call));
    before = tried;
    return tried;
  };
}

function branchOf(tool: ToolContract, records: readonly AuditEntry[]): Tried["branch"] {
  if (!tool.refinements?.length) return undefined;
  const position = records.find(({ refinement }) => refinement !== undefined)?.refinement ?? -1;
  const held = tool.refinements[position];
  if (!held) return { when: "all other calls", does: does(tool.sideEffects) };
  return { when: `if ${conditionWords(held.when, tool) ?? held.when}`, does: does(held.sideEffects) };
}
