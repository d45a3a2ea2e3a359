import { readFileSync } from "node:fs";
import { type RiskLevel, riskLevels } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { type HttpRequest, readList } from "../../src/import.ts";
import type { ForeignTool } from "../../src/import/read/foreign-tool.ts";
import { suggest } from "../../src/import/levels/suggest.ts";

const fixtures = new URL("fixtures/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, fixtures), "utf8"));
const verdicts: Readonly<Record<string, Readonly<Record<string, RiskLevel>>>> = read("verdicts.json");

/** The tools that a person judged, with what the person and the code say. */
const judged = Object.entries(verdicts).flatMap(([server, levels]) => {
  const tools = readList(read(`${server}.json`))?.tools ?? [];
  return Object.entries(levels).map(([name, verdict]) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`${server} has no ${name}`);
    return { tool: `${server} ${name}`, verdict, said: suggest(tool) };
  });
});

const rank = (level: RiskLevel): number => riskLevels.indexOf(level);

describe("100 tools of five public servers", () => {
  test("no suggestion is laxer than the person's verdict", () => {
    expect(judged.filter(({ verdict, said }) => rank(said.level) < rank(verdict))).toEqual([]);
  });

  test("at least 85 suggestions are the person's verdict", () => {
    expect(judged).toHaveLength(100);
    const other = judged.filter(({ verdict, said }) => said.level !== verdict);
    expect(other.map(({ tool, verdict, said }) => `${tool}: ${said.level}, not ${verdict}`)).toEqual([
      "stripe create_payment_link: critical, not high",
      "mongodb create-collection: high, not medium",
      "mongodb create-index: high, not medium",
      "github add_issue_comment_reaction: high, not medium",
      "github reprioritize_sub_issue: high, not medium",
      "github manage_repository_notification_subscription: critical, not high",
    ]);
  });
});

/** The suggestion for a tool with a name and no more, unless stated. */
function check(
  name: string,
  more: Partial<ForeignTool>,
  expected: { readonly level: RiskLevel; readonly effects?: readonly string[]; readonly because?: string },
): void {
  const { level, effects, evidence } = suggest({
    name,
    inputSchema: { type: "object" },
    annotations: {},
    ...more,
  });
  const because = evidence.map(({ reason }) => reason).join(", ");
  expect({ level, effects, because }).toEqual({ effects: [], because, ...expected, level: expected.level });
}

const requestOf = (method: string): HttpRequest => ({
  method,
  path: "/notes/{id}",
  parameters: [],
  failures: {},
  isObjectResult: false,
});

describe("a suggestion", () => {
  const harmless = { annotations: { destructiveHint: false, openWorldHint: false } };

  test.each<readonly [RiskLevel, string, Partial<ForeignTool>, readonly string[]]>([
    ["low", "list_notes", {}, []],
    ["medium", "create_note", harmless, ["creates"]],
    ["high", "create_note", {}, ["creates"]],
    ["high", "frobnicate", {}, ["unclassified"]],
    ["critical", "delete_note", harmless, ["deletes"]],
    ["critical", "create_refund", harmless, ["refunds"]],
    ["critical", "cancel_payment", harmless, ["updates"]],
    ["critical", "send_money", harmless, ["sends", "pays"]],
    ["critical", "set_user_role", harmless, ["grants"]],
    ["critical", "slack_post_message", {}, ["sends"]],
    ["forbidden", "read_private_key", { annotations: { readOnlyHint: true } }, []],
    ["forbidden", "get_password", {}, []],
    ["forbidden", "disable_audit_log", {}, ["deletes"]],
  ])("is %s for %s", (level, name, more, effects) => check(name, more, { level, effects }));

  const bodyOf = (...names: readonly string[]): Partial<ForeignTool> => ({
    request: requestOf("post"),
    inputSchema: {
      type: "object",
      properties: { body: { $ref: "#/$defs/Body" } },
      $defs: { Body: { type: "object", properties: Object.fromEntries(names.map((name) => [name, {}])) } },
    },
  });

  test.each<readonly [RiskLevel, string, Partial<ForeignTool>, readonly string[]]>([
    ["critical", "create_payment", { request: requestOf("post"), title: "Charge a card" }, ["pays"]],
    ["critical", "create_sale", { request: requestOf("post"), title: "Charges the card" }, ["pays"]],
    ["critical", "create_webhook", bodyOf("url", "events"), ["sends"]],
    ["critical", "set_delivery", bodyOf("callback_url"), ["sends"]],
    ["high", "create_avatar", bodyOf("image_url"), ["creates"]],
    ["critical", "start_password_reset", { request: requestOf("get") }, ["grants"]],
    ["critical", "start_reset", { request: requestOf("get"), title: "Start. Emails the user." }, ["sends"]],
    ["high", "rebuild", { request: requestOf("get"), title: "Starts a build" }, ["updates"]],
    ["critical", "update_customer", bodyOf("name", "role"), ["grants"]],
    ["critical", "add_store_credit", bodyOf("amount"), ["pays"]],
    ["critical", "start_report", { title: "Export all trips" }, ["calls"]],
    ["high", "create_quote", bodyOf("unit_price"), ["creates"]],
    ["critical", "touch", { title: "Use it to send a mail" }, ["sends"]],
    ["critical", "check_out", { request: requestOf("post") }, ["pays"]],
    ["high", "update_order", { request: requestOf("patch") }, ["updates"]],
    ["low", "get_order", { request: requestOf("get"), description: "Lists payments and refunds." }, []],
    ["low", "get_posts", { request: requestOf("get"), title: "Posts of a user" }, []],
    ["low", "find_all", { request: requestOf("get"), title: "Complete list of notes" }, []],
    ["low", "search_notes", { request: requestOf("post"), title: "Search notes" }, []],
    ["high", "verify_address", { request: requestOf("post") }, []],
    [
      "critical",
      "search_notes",
      { request: requestOf("post"), title: "Search, and email the result" },
      ["sends"],
    ],
  ])("is %s for %s, by method, texts and arguments", (level, name, more, effects) =>
    check(name, more, { level, effects }),
  );

  test("says why, with every reason", () =>
    check(
      "delete_note",
      { annotations: { destructiveHint: true }, request: requestOf("delete") },
      {
        level: "critical",
        effects: ["deletes"],
        because: "`DELETE`, named `delete`",
      },
    ));

  test("is never below the law's level for deleting, whatever the hints and the method claim", () => {
    for (const name of ["delete_x", "x_remove", "purge-all", "get_and_delete", "dropTable"])
      for (const annotations of [{ readOnlyHint: true }, { destructiveHint: false, openWorldHint: false }])
        for (const method of ["get", "post", "delete"])
          check(
            name,
            { annotations, request: requestOf(method) },
            { level: "critical", effects: ["deletes"] },
          );
  });

  test("takes a name of reading only as long as no hint denies it", () => {
    check(
      "get_report",
      { annotations: { readOnlyHint: false } },
      { level: "high", effects: ["unclassified"] },
    );
    check("search", { annotations: { destructiveHint: true } }, { level: "high", effects: ["unclassified"] });
  });

  test("runs what it is given: critical, unless the server says that the tool only reads", () => {
    const inputSchema = { type: "object", properties: { sql: { type: "string" } } };
    const description = "Answers a SQL query.";
    const hinted = { annotations: { readOnlyHint: true } };
    check("answer", { inputSchema, description }, { level: "critical", effects: ["calls"] });
    check("answer", { inputSchema, description, ...hinted }, { level: "low" });
  });

  test("reads without a claim of the server are told from those with one", () => {
    const claimed = (annotations: ForeignTool["annotations"]): boolean =>
      suggest({ name: "get_it", inputSchema: {}, annotations }).isClaimedToRead;
    expect([claimed({}), claimed({ readOnlyHint: true })]).toEqual([false, true]);
  });

  test("assumes private and untrusted results, unless a fact says otherwise", () => {
    const flow = (name: string, outputSchema?: ForeignTool["inputSchema"]) =>
      suggest({ name, inputSchema: {}, annotations: {}, ...(outputSchema && { outputSchema }) }).flow;
    expect(flow("get_note")).toEqual({ readsPrivate: true, returnsUntrusted: true, evidence: [] });
    const count = { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false };
    expect(flow("get_count", count)).toMatchObject({ returnsUntrusted: false });
    expect(flow("get_count", { ...count, additionalProperties: true })).toMatchObject({
      returnsUntrusted: true,
    });
    expect(flow("get_weather")).toMatchObject({ readsPrivate: false });
  });
});
