import { createBackofficeClient } from "@backoffice/client";
import type { BackofficeClient } from "@backoffice/client";
import type { Confirm } from "@proviso/client";
import { answeredByPerson } from "@proviso/client";
import { describe, expect, test } from "vitest";
import { aiSdk } from "./ai-sdk.ts";
import type { Say } from "./framework.ts";
import { langChain } from "./langchain.ts";
import { callApprovingAlways, openAiAgents } from "./openai-agents.ts";
import { connectToSampleServer } from "./sample-server.ts";
import { strands } from "./strands.ts";

const frameworks = [aiSdk, openAiAgents, langChain, strands] as const;

/** A client of a fresh sample server in its own process. */
async function backoffice(confirm?: Confirm): Promise<BackofficeClient> {
  const connection = await connectToSampleServer();
  return createBackofficeClient(connection, { env: "test", ...(confirm ? { confirm } : {}) });
}

const yes: Say = (phrase) => ({ yes: true, ...(phrase === undefined ? {} : { phrase }) });
const no: Say = () => ({ yes: false });
const wrongPhrase: Say = () => ({ yes: true, phrase: "send it" });
const notAsked: Say = () => {
  throw new Error("nobody was to be asked");
};

const statusChange = { projectId: "prj_0001", status: "on_hold" };
const contract = { contractId: "ctr_0003", signatory: "max.brandt@example.com" };

async function statusOf({ projects }: BackofficeClient): Promise<string> {
  const listed = await projects.list({});
  if (!listed.ok) throw new Error(listed.failure.message);
  return listed.value.projects.find(({ projectId }) => projectId === "prj_0001")?.status ?? "gone";
}

test("a yes to all calls of a tool at once is no answer to any of them", async () => {
  const client = await backoffice();
  const before = await statusOf(client);
  const { told } = await callApprovingAlways(client.guard, "projects_change_status", statusChange);
  expect([told, await statusOf(client)]).toEqual([expect.stringContaining("refused_by_guard"), before]);
});

describe.each(frameworks)("in the $name", (framework) => {
  test("a model is offered every tool of the client under a name without a dot, and no forbidden one", async () => {
    const { guard } = await backoffice();
    const names = framework.offered(guard);
    expect(names).toHaveLength(guard.tools.tools.length);
    expect(names.filter((name) => !/^[a-z_]{1,64}$/.test(name))).toEqual([]);
    expect(names.filter((name) => name.startsWith("secrets_"))).toEqual([]);
  });

  test("a harmless read runs unasked", async () => {
    const { guard } = await backoffice();
    const { asked, told } = await framework.call(guard, "projects_list", {}, notAsked);
    expect([asked, told]).toEqual([false, expect.stringContaining("prj_0001")]);
  });

  test("what a person approves happens, and they are asked once", async () => {
    const client = await backoffice();
    const { asked, told } = await framework.call(client.guard, "projects_change_status", statusChange, yes);
    expect([asked, told]).toEqual([true, expect.stringContaining("previousStatus")]);
    expect(await statusOf(client)).toBe("on_hold");
  });

  test("what a person rejects does not happen", async () => {
    const client = await backoffice();
    const before = await statusOf(client);
    const { asked } = await framework.call(client.guard, "projects_change_status", statusChange, no);
    expect([asked, await statusOf(client)]).toEqual([true, before]);
  });

  test("a failure of the tool reaches the model with its code", async () => {
    const { guard } = await backoffice();
    const { told } = await framework.call(guard, "help_get_article", { articleId: "art_9999" }, notAsked);
    expect(told).toContain("article_not_found");
  });

  test("a critical tool runs only with its phrase, typed by a person", async () => {
    const { guard } = await backoffice();
    const wrong = await framework.call(guard, "contracts_send", contract, wrongPhrase);
    expect([wrong.asked, wrong.told]).toEqual([framework.takesText, expect.not.stringContaining("sentAt")]);
    const right = await framework.call(guard, "contracts_send", contract, yes);
    expect(right.told.includes("sentAt")).toBe(framework.takesText);
  });

  test("a tool with a dry run is approved by whoever has seen its plan, at the guard's own question", async () => {
    const plans: unknown[] = [];
    const { guard } = await backoffice(async (request) => {
      if (request.kind === "call") plans.push(request.plan);
      return answeredByPerson(request, { yes: false });
    });
    const { asked, told } = await framework.call(
      guard,
      "customers_delete",
      { customerId: "cus_0001", reason: "duplicate" },
      notAsked,
    );
    expect([asked, told]).toEqual([false, expect.stringContaining("declined_by_person")]);
    expect(plans).toEqual([expect.objectContaining({ expectedSideEffects: expect.anything() })]);
  });
});
