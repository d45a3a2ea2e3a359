// The inspector's page. Whatever comes from contracts, inputs and results is shown as text, and never becomes markup.

import { todoOf } from "./todo.js";

const at = (id) => document.getElementById(id);

/** What each stage looks at. */
const looksAt = {
  audit: "records the call",
  admit: "is there such a tool for this caller",
  validate: "is the input valid",
  refine: "which refinement applies",
  authorize: "permissions and policies",
  pause: "has an operator paused it",
  replay: "was this call made before",
  limit: "rate limits",
  plan: "makes the plan, if there is a dry run",
  "step-up": "is the log-in recent enough",
  confirm: "does a person have to agree",
  execute: "runs the handler",
};

const shown = { tools: [], stages: [], calls: new Map(), tool: undefined, asked: undefined };

function text(tag, content, className) {
  const element = document.createElement(tag);
  element.textContent = content;
  if (className) element.className = className;
  return element;
}

const pretty = (value) => JSON.stringify(value, null, 2);

function showStatus({ state, text: sentence, output }) {
  at("status").textContent = sentence;
  at("status").dataset.state = state;
  at("output").textContent = output ?? "";
  at("output").hidden = !output;
}

function showTools({ product, tools }) {
  at("product").textContent = product;
  shown.tools = tools;
  at("tools").replaceChildren(
    ...tools.map((tool) => {
      const button = text("button", tool.name);
      button.append(" ", text("small", tool.riskLevel));
      button.type = "button";
      button.dataset.tool = tool.name;
      button.addEventListener("click", () => choose(tool.name, true));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  at("filter").hidden = tools.length < 10;
  filterTools();
  choose(tools.some(({ name }) => name === shown.tool?.name) ? shown.tool.name : tools[0]?.name, false);
}

function filterTools() {
  const wanted = at("filter").value.trim().toLowerCase();
  for (const item of at("tools").children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
}

/** An edited contract shows at once; what was typed stays. */
function choose(name, isByPerson) {
  const tool = shown.tools.find((each) => each.name === name);
  const isOther = tool?.name !== shown.tool?.name;
  shown.tool = tool;
  for (const button of at("tools").querySelectorAll("button"))
    button.ariaCurrent = button.dataset.tool === name ? "true" : null;
  at("go").disabled = !tool;
  if (!tool) return;
  at("tool").textContent = tool.title;
  at("facts").textContent =
    `${tool.name} · risk level ${tool.riskLevel} · ${tool.permissions.length > 0 ? `needs ${tool.permissions.join(", ")}` : "needs no permission"}`;
  at("description").textContent = tool.description;
  at("plan").hidden = !tool.hasDryRun;
  if (isOther) {
    at("input").value = pretty(tool.example ?? inputFor(tool.inputSchema));
    at("asked").hidden = true;
    at("answered").hidden = true;
    fillPrincipal();
  }
  if (isByPerson) at("input").focus();
}

/** An empty value for each required property. */
function inputFor({ properties = {}, required = [] }) {
  const empty = { string: "", integer: 0, number: 0, boolean: false, array: [], object: {} };
  const valueFor = ({ default: usual, enum: [first] = [], const: only = first, type } = {}) =>
    usual ?? only ?? empty[type] ?? null;
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name])]));
}

function fillPrincipal() {
  const preset = at("preset").value;
  const all = [...new Set(shown.tools.flatMap(({ permissions }) => permissions))].toSorted();
  const permissions = { all, tool: shown.tool?.permissions ?? [], none: [] }[preset];
  at("principal").disabled = preset === "nobody";
  // Somebody who has just logged in as the tool wants it: tools may ask for a recent or a stronger log-in.
  const authTime = Math.floor(Date.now() / 1000);
  const { acr } = shown.tool ?? {};
  const principal = { id: "developer", kind: "agent", permissions, authTime, ...(acr && { acr }) };
  shown.principal = preset === "nobody" ? "" : JSON.stringify(principal);
  at("principal").value = shown.principal;
}

/** Each call has one entry, which grows with its records. */
function showRecord({ entry }) {
  at("no-records").hidden = true;
  const { item, how, records } = shown.calls.get(entry.callId) ?? addCall(entry);
  const what = entry.failure ?? entry.outcome ?? entry.decision;
  if (what) how.textContent = what;
  item.classList.toggle("bad", entry.failure !== undefined);
  records.append(text("h3", `${entry.kind} ${entry.time.slice(11, 19)}`), text("pre", pretty(entry)));
}

const maxCalls = 150;

function addCall({ callId, tool, time }) {
  const [summary, details, item] = ["summary", "details", "li"].map((tag) => document.createElement(tag));
  const [how, records, by] = [text("span", "running", "how"), document.createElement("div"), text("p", "")];
  summary.append(text("time", time.slice(11, 19)), text("span", tool, "tool"), " · ", how);
  details.append(summary, records);
  item.append(details, by);
  at("trail").prepend(item);
  const call = { item, how, records, by };
  shown.calls.set(callId, call);
  if (shown.calls.size > maxCalls) {
    const [oldest, { item: last }] = shown.calls.entries().next().value;
    last.remove();
    shown.calls.delete(oldest);
  }
  return call;
}

/** Names the stage that answered, for calls of agents too. It arrives after the record of the outcome. */
function showTrace({ trace: { id, stages, reason } }) {
  const call = shown.calls.get(id);
  const by = `answered by ${stages.at(-1) ?? "entrance"}${reason ? `: ${reason}` : ""}`;
  if (call) call.by.textContent = by;
}

/** Says which stage answered, and why. */
function showResult({ outcome, trace }) {
  const entered = trace?.stages ?? [];
  const last = entered.at(-1) ?? "entrance";
  const isBad = "failure" in outcome || outcome.kind === "unknown_tool";
  const reason = outcome.failure ? `${outcome.failure.code}: ${outcome.failure.message}` : "";
  const verdicts = {
    completed: outcome.replayed ? "Completed: the stored result of an earlier call" : "Completed",
    planned: "Planned: nothing was changed",
    input_required: "The server asks a person",
    unknown_tool: "There is no such tool for this caller",
  };
  at("verdict").textContent = reason
    ? `${outcome.kind === "failed" ? "Failed" : "Refused"} by ${last}: ${reason}`
    : `${verdicts[outcome.kind] ?? outcome.kind} (by ${last})`;
  at("verdict").className = isBad ? "bad" : outcome.kind === "input_required" ? "" : "good";
  at("stages").replaceChildren(
    ...shown.stages.map((name) => {
      const isLast = name === last;
      const state = isLast ? (isBad ? "answered refused" : "answered") : "passed";
      const item = text("li", "", entered.includes(name) ? state : "unreached");
      const what = isLast ? reason || (verdicts[outcome.kind] ?? outcome.kind) : (looksAt[name] ?? "");
      item.append(text("span", name), text("span", entered.includes(name) ? what : "not reached"));
      return item;
    }),
  );
  at("outcome").textContent = pretty(outcome.output ?? outcome.plan ?? outcome.failure ?? outcome);
  at("outcome").hidden = outcome.kind === "input_required";
  at("answered").hidden = false;
  at("result-title").focus();
}

function showQuestion(outcome, call) {
  const isAsked = outcome.kind === "input_required";
  shown.asked = isAsked ? { call, outcome } : undefined;
  at("asked").hidden = !isAsked;
  if (!isAsked) return;
  at("question").textContent = outcome.request.message;
  const { phrase } = outcome.request;
  at("phrase-row").hidden = phrase === undefined;
  at("phrase").required = phrase !== undefined;
  at("wanted").textContent = phrase ?? "";
  at("phrase").value = "";
  at("question-title").focus();
}

/** What candidate contracts would have changed. They decide nothing. */
function showShadow({ sums: { verdicts, notJudged, differences, problem } }) {
  const counts = Object.entries({ ...verdicts, ...(notJudged > 0 && { "not judged": notJudged }) });
  const counted = counts.map(([verdict, count]) => `${count} ${verdict}`).join(", ");
  at("candidate").hidden = false;
  at("candidate-sums").textContent = problem ?? (counted || "no call yet");
  const lines = differences.map(
    ({ time, tool, verdict, code = "", was }) =>
      `${time.slice(11, 19)} ${tool}: ${`${verdict} ${code}`.trim()}, before: ${was.code ?? was.kind}`,
  );
  at("differences").replaceChildren(...lines.toReversed().map((line) => text("li", line)));
}

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.json();
}

/** An address with the session's secret, which no other origin can read: a cookie would be sent to every port. */
const own = (path) => `${path}?session=${localStorage.getItem("session") ?? ""}`;

/** Nothing of an earlier call stays where it could be taken for the result of this one. */
function showProblem(problem) {
  at("problem").textContent = problem;
  if (problem === "") return;
  at("asked").hidden = true;
  at("answered").hidden = true;
}

async function send(call) {
  showProblem("");
  at("answered").ariaBusy = "true";
  at("go").disabled = true;
  try {
    const result = await post(own("/call"), call);
    showResult(result);
    showQuestion(result.outcome, call);
  } catch (error) {
    showProblem(error.message);
  } finally {
    at("answered").ariaBusy = null;
    at("go").disabled = false;
  }
}

function read(id, what) {
  try {
    return JSON.parse(at(id).value);
  } catch (error) {
    at(id).focus();
    throw new Error(`${what} is not JSON: ${error.message}`, { cause: error });
  }
}

function callTool(more) {
  try {
    // One that was not edited logs in for each call, however long the page has been open.
    if (at("principal").value === shown.principal) fillPrincipal();
    const principal =
      at("preset").value === "nobody" ? {} : { principal: read("principal", "The principal") };
    const input = { ...read("input", "The input"), ...more };
    return send({ tool: shown.tool.name, input, ...principal });
  } catch (error) {
    showProblem(error.message);
    return undefined;
  }
}

function answer(action) {
  if (!shown.asked) return;
  const { call, outcome } = shown.asked;
  const content = outcome.request.phrase === undefined ? { confirm: true } : { phrase: at("phrase").value };
  void send({ ...call, answer: { state: outcome.state, action, ...(action === "accept" && { content }) } });
}

const todo = todoOf((asked) => post(own("/todo"), asked));

const receive = {
  begin: () => {
    at("trail").replaceChildren();
    shown.calls.clear();
  },
  status: (status) => {
    showStatus(status);
    // An edit can answer a question, too.
    if (status.state !== "building") void todo.refresh();
  },
  opened: showTools,
  composed: ({ stages }) => {
    shown.stages = stages;
  },
  record: showRecord,
  trace: showTrace,
  shadow: showShadow,
};

function listen() {
  const events = new EventSource(own("/events"));
  events.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    receive[message.kind]?.(message);
  });
  events.addEventListener("error", () => {
    const isOver = events.readyState === EventSource.CLOSED;
    const sentence = isOver
      ? "No session: open the address that the terminal shows. It works once."
      : "`proviso dev` does not answer; trying again";
    showStatus({ state: "gone", text: sentence });
  });
}

at("filter").addEventListener("input", filterTools);
at("preset").addEventListener("change", fillPrincipal);
at("call").addEventListener("submit", (event) => {
  event.preventDefault();
  void callTool({});
});
at("plan").addEventListener("click", () => void callTool({ dryRun: true }));
at("answer").addEventListener("submit", (event) => {
  event.preventDefault();
  answer("accept");
});
at("decline").addEventListener("click", () => answer("decline"));
at("call").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at("call").requestSubmit();
});

/** The token leaves the address bar and the history before it is used. */
const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", "/");
  const opened = await post("/session", { token }).catch(() => undefined);
  if (opened) localStorage.setItem("session", opened.session);
}
listen();
