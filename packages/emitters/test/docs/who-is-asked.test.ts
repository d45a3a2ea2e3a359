import type { ToolModel } from "@proviso/compiler";
import { describe, expect, it } from "vitest";
import { docsEmitter } from "../../src/outputs/docs/docs-emitter.ts";
import { emitPackage } from "../emit-all.ts";
import { manage, sampleModel, sampleOptions, sampleTool } from "../sample-model.ts";

/** The pages about one tool, by path. */
async function emit(tool: ToolModel): Promise<ReadonlyMap<string, string>> {
  const files = await emitPackage(docsEmitter, sampleModel(tool), sampleOptions);
  return new Map(files.map(({ path, text }) => [path, text]));
}

describe("who is asked", () => {
  const adds = { ...sampleTool().hints, readOnlyHint: false };

  it.each([
    ["server: never", "The server asks nobody.", {}],
    [
      "server: never; guard: in live every time",
      "The server asks nobody. In live the client's default guard asks a person, every time.",
      { riskLevel: "medium", hints: { ...adds, openWorldHint: true } },
    ],
    ["server: never", "The server asks nobody.", { riskLevel: "medium", hints: adds }],
    [
      "server: never; guard: every time",
      "The server asks nobody. The client's default guard asks a person, every time.",
      { hints: { ...adds, destructiveHint: true } },
    ],
  ] as const)(
    "is said of the server, and of the guard where it asks more: %s",
    async (word, sentence, change) => {
      const files = await emit(sampleTool(change));
      expect(files.get("tools/mail/read.md")).toContain(`| Asks | ${sentence} |`);
      expect(files.get("by-safety/index.md")).toContain(`| ${word} |`);
      expect(files.get("llms.txt")).toContain(`- Approval: ${word}`);
    },
  );

  it("is not every time where a refinement asks nobody", async () => {
    const files = await emit(manage);
    expect(files.get("tools/mail/manage.md")).toContain(
      "| Asks | The server asks a person, every time. | The server asks nobody. |",
    );
    expect(files.get("llms.txt")).toContain("- Approval: server: for some calls");
  });
});
