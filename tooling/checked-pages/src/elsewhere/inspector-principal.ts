import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@proviso/manifest";
import type { Outcome } from "@proviso/server";
import type { Verdict } from "../check-pages.ts";
import { endOf } from "../observe/call.ts";

const repository = new URL("../../../../", import.meta.url);
const program = fileURLToPath(new URL("apps/sample-server/bin/backoffice-server.js", repository));
const inspector = new URL("packages/server/src/inspector.ts", repository).href;
const script = fileURLToPath(new URL("packages/cli/inspector/page.js", repository));
const page = fileURLToPath(new URL("apps/docs/src/content/docs/develop.mdx", repository));
const claimed = /so that a tool with step-up authentication runs\./;

/** A tool as the server tells the inspector of it. */
interface ShownTool {
  readonly name: string;
  readonly example?: JsonObject;
}
type Told =
  | { readonly kind: "opened"; readonly tools: readonly ShownTool[] }
  | { readonly kind: "result"; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: "composed" | "record" | "trace" };

/** Fills in the principal of a choice, with the page's own function. */
function fillIn(source: string, preset: string, tools: readonly ShownTool[], tool: ShownTool): JsonObject {
  const elements: Record<string, { value: string; disabled: boolean }> = {
    preset: { value: preset, disabled: false },
    principal: { value: "", disabled: false },
  };
  const fill = new Function("at", "shown", `${source}\nfillPrincipal();`);
  fill((id: string) => elements[id], { tools, tool });
  return JSON.parse(elements["principal"]?.value ?? "null") as JsonObject;
}

/** Waits for the message that is wanted; fails if the program ends before. */
function told<Wanted extends Told>(
  child: ChildProcess,
  isWanted: (message: Told) => message is Wanted,
): Promise<Wanted> {
  return new Promise((resolve, reject) => {
    const take = (message: Told): void => {
      if (!isWanted(message)) return;
      child.off("message", take);
      resolve(message);
    };
    child.on("message", take);
    child.once("exit", (code) => reject(new Error(`the sample server ended with ${code}`)));
  });
}

type Opened = Extract<Told, { readonly kind: "opened" }>;
type Result = Extract<Told, { readonly kind: "result" }>;

/** Calls every tool in the server that `proviso dev` starts, as "somebody with all permissions". Returns the ends of the calls. */
async function callInInspector(): Promise<readonly (readonly [tool: string, end: string])[]> {
  const source = /^function fillPrincipal\(\) \{\n[^]*?\n\}$/m.exec(await readFile(script, "utf8"))?.[0];
  if (source === undefined) throw new Error("the inspector's page has no function fillPrincipal");
  const folder = await mkdtemp(join(tmpdir(), "checked-pages-"));
  const execArgv = [...process.execArgv, "--import", inspector];
  const child = fork(program, ["--http", "0", "--data", folder], {
    execArgv,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    child.setMaxListeners(0);
    const { tools } = await told(child, (message): message is Opened => message.kind === "opened");
    const ends: (readonly [string, string])[] = [];
    for (const tool of tools) {
      const principal = fillIn(source, "all", tools, tool);
      const id = ends.length;
      const result = told(
        child,
        (message): message is Result => message.kind === "result" && message.id === id,
      );
      child.send({ kind: "call", id, tool: tool.name, input: tool.example ?? {}, principal });
      ends.push([tool.name, endOf(await result)]);
    }
    return ends;
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await rm(folder, { recursive: true });
  }
}

/** Whether a tool that wants a log-in runs as "somebody with all permissions" of the inspector. */
export async function inspectorPrincipal(): Promise<readonly Verdict[]> {
  const sentence = claimed.exec(await readFile(page, "utf8"))?.[0];
  if (sentence === undefined) return [];
  return (await callInInspector()).map(([subject, end]) => ({
    subject,
    kind: "inspector",
    place: "the page about proviso dev",
    sentence,
    means: "a call as somebody with all permissions is not refused for its log-in",
    isTrue: end !== "step_up_required",
    ...(end === "step_up_required" && { instead: `the call ended with ${end}` }),
  }));
}
