// A host that makes its guard anew for each request saves its runs, and a saved run can arrive twice.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { createBackofficeClient, manifest } from "@backoffice/client";
import type { Guard, JsonObject, McpConnection } from "@proviso/client";
import { overlay } from "@proviso/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectToSampleServer } from "./sample-server.ts";
import { savedRuns } from "./saved-runs.ts";

const frameworks = ["aiSdk", "openAiAgents", "langGraph", "strands"] as const;
const call = { name: "projects_change_status", input: { projectId: "prj_0001", status: "on_hold" } };
const program = fileURLToPath(new URL("one-request.ts", import.meta.url));

/** Another person's or process's server that knows nothing of the contracts, and the input of every call to it. */
async function foreignServer(): Promise<{ guard(): Guard; readonly sent: readonly JsonObject[] }> {
  const connection = await connectToSampleServer();
  const sent: JsonObject[] = [];
  const recording: McpConnection = {
    ...connection,
    callTool(wireCall, options) {
      sent.push(wireCall.input);
      return connection.callTool(wireCall, options);
    },
    // A connection takes one handler, and each request makes a guard.
    onElicitation: () => {},
  };
  return {
    sent,
    guard: () => createBackofficeClient(overlay(recording, manifest), { env: "test" }).guard,
  };
}

/** Each runs as a process of its own, with a server of its own over the same data. */
test(
  "saved runs that arrive at two processes make their approved calls once, and both are told the outcome",
  {
    timeout: 600_000,
  },
  () => {
    const data = mkdtempSync(join(tmpdir(), "proviso-frameworks-"));
    onTestFinished(() => rmSync(data, { recursive: true }));
    const request = (...saved: readonly string[]): Readonly<Record<string, string>> =>
      JSON.parse(execFileSync(process.execPath, [program, data, ...saved], { encoding: "utf8" }));
    const saved = join(data, "saved-runs");
    writeFileSync(saved, JSON.stringify(request()));
    const told = request(saved);
    for (const framework of frameworks) expect(told[framework]).toContain("previousStatus");
    expect(request(saved)).toEqual(told);
    const database = new DatabaseSync(join(data, "backoffice.sqlite"), { readOnly: true });
    const changed = database
      .prepare("SELECT projectId FROM activities WHERE text LIKE '%on_hold%' ORDER BY projectId")
      .all();
    database.close();
    expect(changed.map(({ projectId }) => projectId)).toEqual(
      frameworks.map((_, index) => `prj_000${index + 1}`),
    );
  },
);

describe.each(frameworks)("a saved run of %s", (framework) => {
  const { begin, resume } = savedRuns[framework];

  test("makes no call of a server without contracts in a process that did not ask, which says what to do", async () => {
    const { guard, sent } = await foreignServer();
    const saved = await begin(guard(), call);
    const told = await resume(guard(), call, saved, {});
    expect([sent, told]).toEqual([[], expect.stringMatching(/refused_by_guard.*`useApproval`/s)]);
  });

  test("makes one call of such a server with the guard that asked, or with a store of used approvals", async () => {
    const kept = await foreignServer();
    const asking = kept.guard();
    const run = await begin(asking, call);
    for (let time = 0; time < 2; time += 1) await resume(asking, call, run, {});
    const { guard, sent } = await foreignServer();
    const saved = await begin(guard(), call);
    const used = new Set<string>();
    const useApproval = async (approval: string): Promise<boolean> => used.size < used.add(approval).size;
    const told: string[] = [];
    for (let time = 0; time < 2; time += 1) told.push(await resume(guard(), call, saved, { useApproval }));
    expect([kept.sent, sent]).toEqual([[call.input], [call.input]]);
    expect(told[1]).toMatch(/refused_by_guard.*used before/s);
  });
});

test("a yes that another process brings for other arguments is none", { timeout: 600_000 }, async () => {
  const connection = await connectToSampleServer();
  const recording: McpConnection = { ...connection, onElicitation: () => {} };
  const guard = (): Guard => createBackofficeClient(recording, { env: "test" }).guard;
  const saved = await savedRuns.aiSdk.begin(guard(), call);
  await savedRuns.aiSdk.resume(guard(), call, saved, {});
  const changed = saved.replaceAll("prj_0001", "prj_0002");
  expect(await savedRuns.aiSdk.resume(guard(), call, changed, {})).toContain("idempotency_conflict");
});
