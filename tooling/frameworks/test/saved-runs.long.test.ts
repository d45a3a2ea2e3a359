// A host that makes its guard anew for each request saves its runs, and a saved run can arrive twice.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { createBackofficeClient, manifest } from "@backoffice/client";
import type { ElicitationHandler, Guard, JsonObject, McpConnection } from "@proviso/client";
import { overlay } from "@proviso/client";
import { expect, onTestFinished, test } from "vitest";
import { connectToSampleServer } from "./sample-server.ts";
import { savedRuns } from "./saved-runs.ts";

const frameworks = ["aiSdk", "openAiAgents", "langGraph", "strands"] as const;
const call = { name: "projects_change_status", input: { projectId: "prj_0001", status: "on_hold" } };
const program = fileURLToPath(new URL("one-request.ts", import.meta.url));

/** A server that knows nothing of the contracts, and the input of every call to it. */
async function foreignServer(): Promise<{ guard(): Guard; readonly sent: JsonObject[] }> {
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

test("at a server without contracts a saved run makes no call in a process that did not ask, which says what to do", async () => {
  const { guard, sent } = await foreignServer();
  for (const framework of frameworks) {
    const { begin, resume } = savedRuns[framework];
    const saved = await begin(guard(), call);
    expect(await resume(guard(), call, saved, {})).toMatch(/refused_by_guard.*`useApproval`/s);
  }
  expect(sent).toEqual([]);
});

test("there it makes one call with the guard that asked, or with a store of used approvals", async () => {
  const { guard, sent } = await foreignServer();
  for (const framework of frameworks) {
    const { begin, resume } = savedRuns[framework];
    const asking = guard();
    const kept = await begin(asking, call);
    for (let time = 0; time < 2; time += 1) await resume(asking, call, kept, {});
    expect([framework, sent.splice(0)]).toEqual([framework, [call.input]]);
    const saved = await begin(guard(), call);
    const used = new Set<string>();
    const useApproval = async (approval: string): Promise<boolean> => used.size < used.add(approval).size;
    await resume(guard(), call, saved, { useApproval });
    expect([framework, sent.splice(0)]).toEqual([framework, [call.input]]);
    const again = await resume(guard(), call, saved, { useApproval });
    expect([again, sent]).toEqual([expect.stringMatching(/refused_by_guard.*used before/s), []]);
  }
});

test("a yes that another process brings for other arguments is none", async () => {
  const connection = await connectToSampleServer();
  let newest: ElicitationHandler | undefined;
  connection.onElicitation(async (question) => (await newest?.(question)) ?? { action: "cancel" });
  const shared: McpConnection = { ...connection, onElicitation: (handler) => void (newest = handler) };
  const guard = (): Guard => createBackofficeClient(shared, { env: "test" }).guard;
  const saved = await savedRuns.aiSdk.begin(guard(), call);
  expect(await savedRuns.aiSdk.resume(guard(), call, saved, {})).toContain("previousStatus");
  const changed = saved.replaceAll("prj_0001", "prj_0002");
  expect(await savedRuns.aiSdk.resume(guard(), call, changed, {})).toContain("idempotency_conflict");
});
