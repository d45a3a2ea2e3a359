import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { pageFacts } from "../src/facts/page-facts.ts";
import { findPages } from "../src/search/find-pages.ts";
import { searchDocuments, type SearchedPage } from "../src/search/search-documents.ts";
import { searchOptions } from "../src/search/search-words.ts";

const page = (id: string, title: string, more: Partial<SearchedPage>): SearchedPage => ({
  id,
  href: `/${id}/`,
  path: `${id}.md`,
  title,
  description: "",
  body: "",
  tool: undefined,
  headings: [],
  answers: [],
  ...more,
});

function toolPage(name: string, title: string, does: string, more: object = {}): SearchedPage {
  const [domain = ""] = name.split(".");
  const tool = pageFacts.parse({ name, riskLevel: "high", domain, category: domain, does: [does], ...more });
  return page(`tools/${name.replace(".", "/")}`, title, { tool });
}

const labelOf = (text: string) => ({
  sentence: "Acts.",
  rows: [{ id: "undo", name: "Undo", text, tone: "much", kind: "risk" }],
});

const index = new MiniSearch(searchOptions);
index.addAll(
  searchDocuments([
    toolPage("notes.remove", "Remove a note", "deletes", { label: labelOf("Cannot be undone") }),
    toolPage("notes.create", "Create a note", "creates", {
      asked: { server: "never", test: "never", live: "never" },
    }),
    toolPage("links.manage", "Manage a link", "grants access", {
      asked: { server: "sometimes", test: "sometimes", live: "sometimes" },
      unasked: { server: ["updates"], live: ["updates"] },
    }),
    toolPage("notes.mail", "Ask a customer", "sends to outsiders", {
      leavesSystem: true,
      canBeUndone: true,
      returnsUntrusted: true,
    }),
    toolPage("orders.refund", "Refund an order", "refunds", {
      asked: { server: "always", test: "always", live: "always" },
      stepUp: "always",
      strongLogIn: true,
      idempotent: true,
    }),
    toolPage("calls.list", "List calls", "only reads", {
      asked: { server: "never", test: "never", live: "never" },
    }),
    page("by-permission", "By permission", {
      body: 'Every permission.\n\n## <a id="permission.orders-refund"></a>`orders:refund`\n\nGive money back.\n\n| Tool |\n',
    }),
    page("ports", "The port of an inbox", {
      body: "An inbox has a port, and a failure of acme is no inbox/port.",
    }),
    page("options", "Options", { body: "`--inbox-port PORT` keeps it; see `acme.example/failure`." }),
    page("help", "Help", {
      answers: ["Who pays if it breaks?", "Is it free? #odd", "May I ask customers? #ask"],
      body: "All you need.\n\n## Stop a tool\n\nPause `it` [here](/x/).\n\n## <b>Odd</b>\n\nNothing dies.\n",
      headings: [{ slug: "stop-a-tool", text: "Stop a tool" }],
    }),
    page("sealed", "Sealed", { body: "It is encrypted, and kept as a record." }),
    page("gizmos", "Gizmos", {
      description: "Of gizmos.",
      answers: ["Which gizmos are capped? #bounds"],
      body: "All.\n\n## Bounds\n\n- **One.** A `gizmo`,\n  _in_ two lines.\n- Another gizmo.\n\n| a |\n\n```sh\nb\n```\n",
      headings: [{ slug: "bounds", text: "Bounds" }],
    }),
    page("language", "The language", {
      body: "## A tool\n\n| field | value | says |\n| --- | --- | --- |\n| `payReason` | text | Why it pays. |\n| `pays` | text \\| map | Pays. |\n",
      headings: [{ slug: "a-tool", text: "A tool" }],
    }),
  ]),
);

const hrefsFor = (question: string): readonly string[] =>
  findPages(index, question).pages.map(({ href }) => href);

describe("the search", () => {
  it.each([
    ["notes_remove", "/tools/notes/remove/"],
    ["deleting notes", "/tools/notes/remove/"],
    ["give mony back for an order", "/tools/orders/refund/"],
    ["kill switch", "/help/#stop-a-tool"],
    ["--inbox-port", "/options/"],
    ["acme.example/failure", "/options/"],
    ["inbox port", "/ports/"],
    ["odd nothing", "/help/"],
    ["who pays for broken things", "/help/"],
    ["orders.remove", "/tools/orders/refund/"],
    ["undo", "/tools/notes/remove/"],
    ["killed by sigkill", "/help/"],
    ["how do I ask a customer", "/help/#ask"],
    ["ask a customer", "/tools/notes/mail/"],
    ["what does payReason mean if it breaks", "/language/#a-tool"],
    ["payReason", "/language/#a-tool"],
    ["encryption", "/sealed/"],
    ["retention", "/sealed/"],
    ["what does orders:refund allow", "/by-permission/#permission.orders-refund"],
  ])("for %j finds %s first", (question, href) => expect(hrefsFor(question)[0]).toBe(href));

  it.each([
    ["which tools delete notes", "does=deletes&q=note"],
    ["which tools delete orders", "does=deletes"],
    ["which tools pay", undefined],
    ["which tools can leak customer data", "flow=leaves+the+system"],
    ["what leaves our company", "flow=leaves+the+system"],
    ["which tools send outside", "flow=leaves+the+system"],
    ["which tools send data outside", "flow=leaves+the+system"],
    ["which tools leak data to the outside", "flow=leaves+the+system"],
    ["read only tools", "does=only+reads"],
    ["tools without a limit", "limit=no+limit"],
    ["which tools need no permission", "permission=none+needed"],
    ["tools that anybody calls without any permission", "permission=none+needed"],
    ["which tools need a fresh log-in", "also=fresh+log-in+always"],
    ["how many tools need a second factor", "also=stronger+log-in+%28such+as+mfa%29"],
    ["which tools return text written by outsiders", "flow=returns+text+of+outsiders"],
    ["how many tools are of high risk and delete", "does=deletes"],
    ["how many tools are there?", ""],
    ["how many tools can be undone", "undo=yes"],
    ["tools without idempotency", "also=not+safe+to+repeat"],
    ["create_payout", undefined],
    ["stop every tool that deletes", undefined],
    ["which tools delete, and then ask", undefined],
    ["what can an agent create unasked", "unasked=creates&server=never%2Csometimes&match=any"],
    [
      "which tools change something without a person",
      "unasked=updates%2Ccreates&server=never%2Csometimes&match=any",
    ],
    ["which tools grant access without a person", "unasked=&server=never%2Csometimes&match=any"],
    ["how do I delete a note", undefined],
    ["does it delete notes", undefined],
    ["double payment", undefined],
    ["can someone delete the audit log", undefined],
    ["can anybody delete a note", "does=deletes&q=note"],
    ["notes.remove", undefined],
  ])("answers %j by the filter %s", (question, query) =>
    expect(findPages(index, question).preset?.query).toBe(query),
  );

  it.each([
    "without anyone being asked",
    "without asking a person",
    "without a person being asked",
    "if nobody is asked",
    "that does not ask anybody",
    "that never needs approval",
    "that needs no approval",
    "without approval",
    "unasked",
  ])("does not leave out %j", (condition) => {
    const { preset } = findPages(index, `what can an agent send to a customer ${condition}`);
    expect([preset?.label, preset?.tools.length]).toEqual([
      "sends to outsiders, the server asks nobody, for some calls or all",
      0,
    ]);
  });

  it.each([
    ["stop a tool", undefined],
    ["salary of employees", "No page mentions “salary”, “employees”. "],
    ["deploy a note on lambda", "No page mentions “deploy”, “lambda”. "],
    ["refund if it breaks", undefined],
    ["pause, mail and free a note", undefined],
    ["refund over 100 EUR", undefined],
    ["pause, mail and free", "No page answers all of this. "],
    ["create_payout", "No tool is named “create_payout”. "],
    ["notes_create", undefined],
  ])("of %j says what no page answers: %s", (question, doubt) =>
    expect(findPages(index, question).doubt).toBe(doubt),
  );

  it("leads to the section of an answer", () => expect(hrefsFor("how free is it")[0]).toBe("/help/#odd"));

  it("lists no tool that the filter leaves out", () => {
    const { preset, pages } = findPages(index, "which tools never need approval and create notes");
    expect(preset?.query).toBe("unasked=creates&server=never%2Csometimes&match=any");
    expect(pages.flatMap(({ tool }) => tool?.name ?? [])).toEqual(["notes.create"]);
  });

  it.each([
    ["which tools can an agent call without approval", 3],
    ["which tools manage a link without approval", 3],
    ["which tools send the data of a link outside", 1],
    ["which tools of a link leak data to the outside", 1],
  ])("%j is not narrowed by a word that few tools have", (question, count) => {
    const { preset } = findPages(index, question);
    expect([preset?.tools.length, preset?.label.includes("“")]).toEqual([count, false]);
  });

  it("says each filter once", () =>
    expect(findPages(index, "which tools leak data to the outside").preset?.label).toBe("leaves the system"));

  it.each([
    ["bounds", "Bounds"],
    ["which gizmos are capped", "Which gizmos are capped?"],
  ])("for %j shows the first words of the section, also those of a list", (question, title) => {
    const [first] = findPages(index, question).pages;
    expect([first?.title, first?.href, first?.about]).toEqual([
      title,
      "/gizmos/#bounds",
      "One. A gizmo, in two lines. Another gizmo.",
    ]);
  });

  it("finds nothing for words that say nothing", () => expect(hrefsFor("what is the")).toEqual([]));
});
