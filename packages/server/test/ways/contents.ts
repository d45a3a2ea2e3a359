import { expect } from "vitest";
import type { Behaviours } from "./bench.ts";
import { blocksOf, drawings } from "./product.ts";

export const contents: Behaviours = {
  "content blocks of every kind arrive as the handler made them": async ({ come, text }) => {
    const { word, value } = await (await come()).call("notes.page", { text });
    expect({ word, value }).toEqual({ word: "completed", value: { content: blocksOf(text) } });
  },

  "structured content comes beside the blocks": async ({ come, text }) => {
    const { word, value } = await (await come()).call("notes.picture", { text });
    const content = [{ type: "image", data: "aGVsbG8=", mimeType: "image/png" }];
    expect({ word, value }).toEqual({
      word: "completed",
      value: { content, structuredContent: { id: text } },
    });
  },

  "content that is not as the contract says stays inside": async ({ come, text }) => {
    const caller = await come();
    for (const kind of Object.keys(drawings)) {
      const { word, whole } = await caller.call("notes.drawing", { text: `${kind}:${text}` });
      expect(`${kind}: ${word}`).toBe(`${kind}: outcome_unknown`);
      expect(whole).not.toContain("s3cret");
    }
  },

  "a repeated call returns the blocks of the first": async ({ come, text, effects }) => {
    const caller = await come();
    const first = await caller.call("notes.keyed_page", { text });
    const second = await caller.call("notes.keyed_page", { text });
    expect([first.word, second.word, effects()]).toEqual(["completed", "replayed", ["notes.keyed_page"]]);
    expect(second.value).toEqual(first.value);
  },

  "a dry run returns a plan, and the call returns blocks": async ({ come, text }) => {
    const caller = await come();
    const planned = await caller.call("notes.planned_page", { text, dryRun: true });
    expect(planned).toMatchObject({ word: "planned", value: { dryRun: true, count: expect.any(Number) } });
    const done = await caller.call("notes.planned_page", { text });
    expect(done).toMatchObject({ word: "completed", value: { content: [{ type: "text", text }] } });
  },
};
