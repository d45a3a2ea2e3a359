import { expect } from "vitest";
import type { Behaviours } from "./bench.ts";

export const refinements: Behaviours = {
  "what is asked for says how a call is treated": async ({ come, effects, text }) => {
    const anna = await come();
    expect((await anna.call("notes.manage", { text })).word).toBe("confirmation_required");
    expect(effects()).toEqual([]);
    expect((await anna.call("notes.manage", { text, harmless: true })).word).toBe("completed");
    expect((await anna.call("notes.manage", { text, harmless: false })).word).toBe("confirmation_required");
    expect(effects()).toEqual(["notes.manage"]);
  },

  "which contract applies is said before the call, and nothing happens": async ({ come, effects, text }) => {
    const anna = await come();
    const resolved = async (input: object) => {
      const { word, value } = await anna.resolve("notes.manage", { text, ...input });
      return [word, value?.["riskLevel"], value?.["confirmation"]];
    };
    expect(await resolved({ harmless: true })).toEqual(["resolved", "low", { kind: "never" }]);
    expect(await resolved({})).toEqual(["resolved", "high", { kind: "always", by: "here" }]);
    expect((await anna.resolve("notes.create", { text })).value).toMatchObject({ riskLevel: "low" });
    expect(effects()).toEqual([]);
  },

  "what no call gets past is said before the call as in its answer": async ({ come, text }) => {
    const [anna, reader] = [await come(), await come("reader")];
    expect((await anna.resolve("notes.manage", { text: 7 })).word).toBe("invalid_input");
    expect((await reader.resolve("notes.manage", { text })).word).toBe("permission_denied");
    const answerOf = async (name: string) => {
      const { word, whole } = await anna.resolve(name, { text });
      return [word, whole.replaceAll(name, "NAME")];
    };
    const nothing = await answerOf("notes.nothing");
    expect(nothing[0]).toBe("unknown_tool");
    for (const name of ["notes.forbidden", "notes.hidden"]) expect(await answerOf(name)).toEqual(nothing);
  },
};
