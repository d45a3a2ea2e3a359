import type { Client } from "@modelcontextprotocol/client";
import { metaKeys } from "@proviso/manifest";
import { expect, test } from "vitest";
import { type Op, perform } from "./soak-client.ts";

/** What became of an effect whose calls were answered so; `lost` is a response that never arrived. */
async function endingOf(...answers: readonly string[]): Promise<string> {
  const op: Op = { id: "1-0", tool: "notes.create", ending: "unanswered", attempts: 0, lost: false };
  const callTool = async (): Promise<object> => {
    const answer = answers[op.attempts - 1];
    if (answer === "lost") throw new Error("the connection broke");
    return answer === "completed"
      ? { structuredContent: { op: op.id } }
      : { _meta: { [metaKeys.failure]: { code: answer } } };
  };
  await perform({ callTool } as unknown as Client, op, () => op.attempts >= answers.length);
  return op.ending;
}

test.each(["server_unavailable", "rate_limit_exceeded"])(
  "%s after a lost response says nothing about the effect, so the client asks again",
  async (code) => {
    expect(await endingOf("lost", code, "completed")).toBe("completed");
    expect(await endingOf("lost", code)).toBe("unanswered");
    expect(await endingOf(code, "completed")).toBe(code);
  },
);
