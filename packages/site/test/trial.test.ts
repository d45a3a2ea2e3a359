import { fileURLToPath } from "node:url";
import type { JsonObject, ToolContract } from "@proviso/manifest";
import { createEnforcingServer, memoryAudit, type Outcome, withoutResults } from "@proviso/server/gate";
import { yesTo } from "@proviso/server/testing";
import { readContracts } from "proviso/contracts";
import { describe, expect, it } from "vitest";
import { answerOf } from "../src/try/answer.ts";
import { openTrial, type TrialCall } from "../src/try/trial.ts";

const manifest = await readContracts(
  fileURLToPath(new URL("../../../contracts", import.meta.url)),
  "backoffice",
);
const clock = { now: () => new Date("2026-06-01T12:00:00Z") };
const now = clock.now().getTime() / 1000;

const named = (name: string) => manifest.tools.filter((tool) => tool.name === name);
const everything = Object.keys(manifest.permissions);
const caller = { id: "reader", kind: "agent", permissions: everything, authTime: now, acr: "mfa" } as const;
const callOf = (input: JsonObject, more: Partial<TrialCall> = {}): TrialCall => ({
  principal: caller,
  input,
  met: [],
  canAsk: true,
  ...more,
});

/** Calls a server of the whole product, with handlers that say whether one ran. */
function realServer() {
  let met: readonly string[] = [];
  const handlers = (tools: readonly ToolContract[]) =>
    Object.fromEntries(
      tools.map(({ name }) => [name, { plan: () => ({}), execute: () => ((call.ran = true), {}) }]),
    );
  const { tools } = manifest;
  const server = createEnforcingServer({
    manifest: { ...manifest, tools: tools.map(withoutResults) },
    handlers: handlers(tools.filter(({ riskLevel }) => riskLevel !== "forbidden")),
    people: handlers(tools.filter(({ people }) => people === "allowed")),
    requirements: Object.fromEntries(
      tools.flatMap((tool) => tool.requirements.map((each) => [each, () => met.includes(each)])),
    ),
    audit: memoryAudit(),
    clock,
  });
  const call = Object.assign(
    (name: string, { input, met: given, ...options }: TrialCall): Promise<Outcome> => {
      met = given;
      const gate = named(name)[0]?.people === "allowed" ? server.people : server;
      return gate.invoke(name, input, options);
    },
    { ran: false },
  );
  return call;
}

/** A call, or one that depends on the question that the last one was answered by. */
type NextCall = TrialCall | ((asked: Outcome) => TrialCall);

/** Makes calls in a trial and on a real server, which have to agree, and returns what the page shows of the last one. */
async function trying(tool: string, ...calls: readonly NextCall[]) {
  const trial = openTrial({ manifest: { ...manifest, tools: named(tool) } }, clock);
  const real = realServer();
  let [here, there]: Outcome[] = [];
  let shown;
  for (const next of calls) {
    const callFor = (asked: Outcome | undefined): TrialCall =>
      typeof next === "function" ? next(asked ?? { kind: "unknown_tool", tool }) : next;
    const call = callFor(here);
    const tried = await trial(call);
    there = await real(tool, callFor(there));
    here = tried.outcome;
    // The state of a question is sealed with a random key.
    expect({ ...here, state: "" }).toEqual({ ...there, state: "" });
    const { title, text = "" } = answerOf(tried, call.canAsk === true);
    shown = { stage: tried.reached.at(-1), title, text, fault: tried.fault, ran: real.ran };
  }
  return shown;
}

const deletion = { customerId: "cus_0042", reason: "duplicate" };
const link = { linkId: "lnk_0001" };
const ping = callOf({ question: "Why did they leave?", customerId: "cus_0042" });
const nobody = { ...caller, permissions: [] };
const person = { ...caller, kind: "user" } as const;
const days = 86_400;
const [{ requirements: checks = [], examples: [launch] = [] } = {}] = named("rockets.launch");
const rocket = (met: readonly string[]): TrialCall => callOf(launch?.input ?? {}, { met });
/** The call again, with the answer of a person who was asked. */
const answered =
  (action: "accept" | "decline", input: JsonObject = deletion): NextCall =>
  (asked) => {
    if (asked.kind !== "input_required") throw new Error(`nobody was asked: ${JSON.stringify(asked)}`);
    const content = action === "accept" ? { content: yesTo(asked.request) } : {};
    return callOf(input, { answer: { state: asked.state, action, ...content } });
  };

it("says which condition of a refined tool held, and what the call does under it", async () => {
  const trial = openTrial({ manifest: { ...manifest, tools: named("files.manage_link") } }, clock);
  const branchOf = async (input: JsonObject) => (await trial(callOf({ ...link, ...input }))).branch;
  expect(await branchOf({ action: "show" })).toEqual({ when: "if action is show", does: ["only reads"] });
  expect(await branchOf({ action: "revoke" })).toEqual({ when: "if action is revoke", does: ["updates"] });
  expect(await branchOf({ action: "extend" })).toEqual({
    when: "all other calls",
    does: ["grants access", "updates"],
  });
  expect(await branchOf({ action: "sell" })).toBeUndefined();
  const plain = openTrial({ manifest: { ...manifest, tools: named("customers.get") } }, clock);
  expect((await plain(callOf({ customerId: "cus_0042" }))).branch).toBeUndefined();
});

describe("a trial answers as the server of the product does", () => {
  it.each([
    ["customers.get", "runs", "execute", "Completed", "", [callOf({ customerId: "cus_0042" })]],
    [
      "customers.get",
      "has wrong arguments",
      "validate",
      "Refused: invalid_input",
      "customerId",
      [callOf({})],
    ],
    [
      "customers.delete",
      "is of a caller without its permission",
      "authorize",
      "Refused: permission_denied",
      "The caller lacks customers:delete.",
      [callOf(deletion, { principal: nobody })],
    ],
    [
      "customers.delete",
      "asks a person",
      "confirm",
      "A person is asked",
      "type: delete ",
      [callOf(deletion)],
    ],
    [
      "customers.delete",
      "can ask nobody",
      "confirm",
      "Refused: confirmation_required",
      "Nobody was asked",
      [callOf(deletion, { canAsk: false })],
    ],
    [
      "customers.delete",
      "is denied",
      "confirm",
      "Refused: confirmation_declined",
      "No yes was given",
      [callOf(deletion), answered("decline")],
    ],
    ["customers.delete", "is approved", "execute", "Completed", "", [callOf(deletion), answered("accept")]],
    [
      "customers.delete",
      "is repeated",
      "replay",
      "Already done",
      "",
      [callOf(deletion), answered("accept"), callOf(deletion)],
    ],
    [
      "customers.delete",
      "is of a caller who signed in too long ago",
      "step-up",
      "Refused: step_up_required",
      "sign in again",
      [callOf(deletion, { principal: { ...caller, authTime: now - 2 * days } })],
    ],
    [
      "customers.delete",
      "is a dry run",
      "plan",
      "Planned",
      "expectedSideEffects",
      [callOf({ ...deletion, dryRun: true })],
    ],
    [
      "emails.bulk_send",
      "comes before its dry run",
      "plan",
      "Refused: dry_run_required",
      "dryRun true first",
      [callOf(named("emails.bulk_send")[0]?.examples[0]?.input ?? {})],
    ],
    [
      "research.investigate_account",
      "is one too many",
      "limit",
      "Refused: rate_limit_exceeded",
      "20",
      Array.from({ length: 21 }, () => ping),
    ],
    [
      "rockets.launch",
      "lacks a requirement",
      "authorize",
      "Refused: requirement_unmet",
      "not met",
      [rocket([])],
    ],
    ["rockets.launch", "meets all requirements", "confirm", "A person is asked", "Launch", [rocket(checks)]],
    [
      "files.manage_link",
      "is milder by a branch",
      "execute",
      "Completed",
      "",
      [callOf({ ...link, action: "show" })],
    ],
    [
      "files.manage_link",
      "is of no milder branch",
      "confirm",
      "A person is asked",
      "",
      [callOf({ ...link, action: "extend", hours: 48 })],
    ],
    ["secrets.read_password", "is forbidden", "admit", "Refused", "Unknown tool", [callOf({})]],
    [
      "secrets.read_private_key",
      "is of an agent, for people alone",
      "admit",
      "Refused",
      "Unknown tool",
      [callOf({})],
    ],
    [
      "secrets.read_private_key",
      "is of a person without arguments",
      "validate",
      "Refused: invalid_input",
      "",
      [callOf({}, { principal: person })],
    ],
  ] as const)("%s, where the call %s: %s", async (tool, _way, stage, title, text, calls) => {
    const shown = await trying(tool, ...calls);
    const ran = title === "Completed" || title === "Already done" || title === "Refused: rate_limit_exceeded";
    expect(shown).toEqual({ stage, title, text: expect.stringContaining(text), fault: undefined, ran });
  });
});
