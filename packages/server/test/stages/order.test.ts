import { readFileSync } from "node:fs";
import { stageNames } from "@proviso/manifest";
import { expect, test } from "vitest";
import { makeRuntime } from "../../src/gate/make-runtime.ts";
import { shutdown } from "../../src/gate/shutdown.ts";
import { admit } from "../../src/pipeline/admit/admit.ts";
import { audit } from "../../src/pipeline/audit/audit.ts";
import { authorize } from "../../src/pipeline/authorize/authorize.ts";
import { from } from "../../src/pipeline/call/chain.ts";
import { execute } from "../../src/pipeline/execute/execute.ts";
import { plan } from "../../src/pipeline/plan/plan.ts";
import { refine } from "../../src/pipeline/refine/refine.ts";
import { stages } from "../../src/pipeline/stages.ts";
import { validate } from "../../src/pipeline/validate/validate.ts";
import { memoryAudit } from "../../src/testing.ts";
import { manifest, tool } from "../sample.ts";

const { runtime } = makeRuntime(
  { manifest: manifest(tool()), handlers: {}, ports: () => ({}), audit: memoryAudit() },
  shutdown(),
  async (name) => ({ kind: "unknown_tool", tool: name }),
);
const page = new URL("../../../../apps/docs/src/content/docs/how-a-call-is-enforced.mdx", import.meta.url);

test("the stages run in this order", () =>
  expect(stages(runtime).names).toEqual([
    "audit",
    "admit",
    "validate",
    "refine",
    "authorize",
    "pause",
    "replay",
    "limit",
    "plan",
    "step-up",
    "confirm",
    "execute",
  ]));

test("the manifest names the stages in this order, from which pages list the steps of a call", () =>
  expect(stages(runtime).names).toEqual(stageNames));

test("the site lists the stages in this order", () => {
  const rows = readFileSync(page, "utf8").matchAll(/^\| \d+\. ([\w ]+?) *\|/gm);
  const listed = Array.from(rows, ([, name = ""]) => name.toLowerCase().replace(" ", "-"));
  expect(listed).toEqual(stages(runtime).names);
});

test("a stage does not compile before the stage that provides what it needs", () => {
  const wrong = [
    // @ts-expect-error: validate needs the tool that admit finds
    from(audit(runtime)).to(validate()).end(execute(runtime)),
    // @ts-expect-error: refine needs the valid input
    from(admit()).to(refine()).to(authorize(runtime)).to(plan(runtime)).end(execute(runtime)),
    // @ts-expect-error: plan needs an authorized call
    from(admit()).to(validate()).to(plan(runtime)).end(execute(runtime)),
    // @ts-expect-error: execute needs a planned call
    from(admit()).to(validate()).to(authorize(runtime)).end(execute(runtime)),
  ];
  expect(wrong.map(({ names }) => names.at(-1))).toEqual(wrong.map(() => "execute"));
});
