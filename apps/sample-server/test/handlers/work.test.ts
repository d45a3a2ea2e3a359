import { describe, expect, test } from "vitest";
import { openTestBackoffice, resultOf } from "../backoffice.ts";

async function check(tool: string, input: object, expected: unknown): Promise<void> {
  const { call } = await openTestBackoffice();
  const result = resultOf(await call(tool, input));
  expect({ result }).toMatchObject({ result: expected });
}

describe("projects", () => {
  test("list counts open tasks and puts what is due first in front", () =>
    check(
      "projects.list",
      {},
      {
        total: 5,
        projects: [
          { projectId: "prj_0001", openTasks: 3 },
          { projectId: "prj_0002" },
          {},
          {},
          { projectId: "prj_0005", openTasks: 0 },
        ],
      },
    ));

  test("change_status is seen in the list and in the project's activity", async () => {
    const { call, database } = await openTestBackoffice();
    const change = { projectId: "prj_0001", status: "on_hold", comment: "Waiting." };
    expect(resultOf(await call("projects.change_status", change))).toMatchObject({
      previousStatus: "active",
      status: "on_hold",
    });
    expect(resultOf(await call("projects.list", { status: "on_hold" }))).toMatchObject({ total: 2 });
    expect(await database.selectFrom("activities").select("text").execute()).toEqual([
      { text: "Mia Sommer set the status to on_hold: Waiting." },
    ]);
  });

  test("change_status works back and forth, because equal calls are not one call", async () => {
    const { call } = await openTestBackoffice();
    for (const status of ["on_hold", "active", "on_hold"])
      expect(resultOf(await call("projects.change_status", { projectId: "prj_0001", status }))).toMatchObject(
        { status },
      );
    expect(resultOf(await call("projects.list", { status: "on_hold" }))).toMatchObject({ total: 2 });
  });

  test("change_status does not finish a project with open tasks", () =>
    check("projects.change_status", { projectId: "prj_0001", status: "done" }, "project_has_open_tasks"));
});

describe("tasks.update_status", () => {
  test("says what the status was", () =>
    check(
      "tasks.update_status",
      { taskId: "tsk_0003", status: "doing" },
      { previousStatus: "blocked", status: "doing" },
    ));

  test("refuses tasks of closed projects and unknown ones", async () => {
    await check("tasks.update_status", { taskId: "tsk_0006", status: "todo" }, "project_closed");
    await check("tasks.update_status", { taskId: "tsk_9999", status: "todo" }, "task_not_found");
  });
});

describe("notes.create", () => {
  test("asks a person where a note hangs on nothing, and nobody where it is clear", async () => {
    const { as } = await openTestBackoffice();
    const write = (input: object) => as("noah")("notes.create", input, { canAsk: true });
    expect((await write({ text: "Order more coffee." })).kind).toBe("input_required");
    expect((await write({ text: "Prefers Tuesdays.", projectId: "prj_0001" })).kind).toBe("completed");
    expect((await write({ text: "Prefers Tuesdays.", customerId: "cus_0001" })).kind).toBe("completed");
  });

  test("refuses projects and customers that are not there", async () => {
    await check("notes.create", { text: "x", projectId: "prj_9999" }, "project_not_found");
    await check("notes.create", { text: "x", customerId: "cus_9999" }, "customer_not_found");
  });
});

describe("summaries.generate", () => {
  test("names what blocks the project", () =>
    check(
      "summaries.generate",
      { projectId: "prj_0001" },
      { text: expect.stringContaining("Blocked: Ask Anna for the missing pictures.") },
    ));

  test("adds tasks and notes in the long form", () =>
    check(
      "summaries.generate",
      { projectId: "prj_0001", length: "long" },
      { text: expect.stringContaining("Note: Anna prefers the phone") },
    ));
});

describe("one's own things", () => {
  test("reminders are set for the caller and not for the past", async () => {
    const { as, database } = await openTestBackoffice();
    await as("noah")("reminders.create", { text: "Call Anna", remindAt: "2027-01-12T09:00:00Z" });
    expect(await database.selectFrom("reminders").select(["userId", "text"]).execute()).toEqual([
      { userId: "usr_noah", text: "Call Anna" },
    ]);
    await check(
      "reminders.create",
      { text: "Too late", remindAt: "2026-01-12T09:00:00Z" },
      "remind_at_in_past",
    );
  });

  test("a draft is saved and nothing is sent", async () => {
    const { call, database, sent } = await openTestBackoffice();
    await call("drafts.create", { to: ["anna.keller@example.com"], subject: "Hello", body: "…" });
    expect(await database.selectFrom("drafts").select(["userId", "subject"]).execute()).toEqual([
      { userId: "usr_mia", subject: "Hello" },
    ]);
    expect(sent).toEqual([]);
  });
});

describe("help.get_article", () => {
  test("speaks English and, where it has been translated, German", async () => {
    await check("help.get_article", { articleId: "art_refunds" }, { title: "How refunds work" });
    await check(
      "help.get_article",
      { articleId: "art_refunds", language: "de" },
      { title: "Wie Erstattungen gehen" },
    );
    await check("help.get_article", { articleId: "art_subscriptions", language: "de" }, "article_not_found");
  });
});

describe("webhooks", () => {
  const webhook = (version: string) => ({ webhookId: "whk_0001", version });

  test("go up and down and up again within the hour", async () => {
    const { call } = await openTestBackoffice();
    for (const [verb, version] of [
      ["upgrade", "2026-06-01"],
      ["downgrade", "2025-11-01"],
      ["upgrade", "2026-06-01"],
    ] as const)
      expect(resultOf(await call(`webhooks.${verb}_version`, webhook(version)))).toMatchObject({
        change: { version },
      });
  });

  test("refuse the wrong direction and versions that do not exist", async () => {
    await check("webhooks.downgrade_version", webhook("2026-06-01"), "wrong_direction");
    await check("webhooks.upgrade_version", webhook("2025-11-01"), "wrong_direction");
    await check("webhooks.upgrade_version", webhook("2031-01-01"), "unknown_api_version");
  });
});

describe("rockets.launch", () => {
  const rocket = { rocketId: "rkt_kestrel" };

  test("names the requirement that is not met: it storms", async () => {
    const { call } = await openTestBackoffice();
    expect(await call("rockets.launch", rocket)).toMatchObject({
      kind: "refused",
      failure: { code: "requirement_unmet" },
    });
    expect(JSON.stringify(await call("rockets.launch", rocket))).toContain("state:weather.clear");
  });

  test("launches once the sky is clear, and once only", async () => {
    const { call, database } = await openTestBackoffice();
    await database.updateTable("conditions").set({ value: "clear" }).where("name", "=", "weather").execute();
    expect(resultOf(await call("rockets.launch", rocket))).toMatchObject({ rocketId: "rkt_kestrel" });
    await call("rockets.launch", rocket);
    expect(await database.selectFrom("launches").selectAll().execute()).toHaveLength(1);
  });
});
