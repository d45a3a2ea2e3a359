// What an agent framework offers to a model.
import { expect, test } from "vitest";
import { aiSdkTools } from "../src/ai-sdk.ts";
import { createGuard } from "../src/index.ts";
import { langChainTools } from "../src/langchain.ts";
import { openAiAgentsTools } from "../src/openai-agents.ts";
import { strandsTools } from "../src/strands.ts";
import { contract, manifestOf } from "./contract.ts";
import { done, fakeConnection, listed } from "./fake-connection.ts";

const adapters = { aiSdkTools, langChainTools, openAiAgentsTools, strandsTools };

test.each(Object.entries(adapters))(
  "%s says why there would be no tools, and what to do",
  async (_, toolsOf) => {
    const tool = contract();
    const guard = createGuard(fakeConnection([listed(tool)], () => done()));
    const advice =
      "run `proviso import` for the server, generate, and give the manifest to `createGuard` as `contracts`";
    expect(() => toolsOf(guard)).toThrow(
      `the guard has no contracts, and a model gets only tools with one: ${advice}`,
    );
    const { tools } = await guard.inspect();
    expect(() => toolsOf(guard, tools)).toThrow(`none of the tools has a contract`);
    const pinned = createGuard(
      fakeConnection([listed(tool)], () => done()),
      { manifest: manifestOf(tool) },
    );
    expect(JSON.stringify(Object.keys(toolsOf(pinned)))).not.toBe("[]");
  },
);
