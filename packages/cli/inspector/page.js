// The inspector's page. Whatever comes from contracts, inputs and results is shown as text, and never becomes markup.

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

const shown = { tools: [], stages: [], outcomes: new Map(), tool: undefined, asked: undefined };

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
  choose(tools.some(({ name }) => name === shown.tool?.name) ? shown.tool.name : tools[0]?.name, false);
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
  return Object.fromEntries(required.map((name) => [name, empty[properties[name]?.type] ?? null]));
}

function fillPrincipal() {
  const preset = at("preset").value;
  const all = [...new Set(shown.tools.flatMap(({ permissions }) => permissions))].toSorted();
  const permissions = { all, tool: shown.tool?.permissions ?? [], none: [] }[preset];
  at("principal").disabled = preset === "nobody";
  at("principal").value =
    preset === "nobody" ? "" : JSON.stringify({ id: "developer", kind: "agent", permissions });
}

function showRecord({ entry }) {
  at("no-records").hidden = true;
  const words = [entry.kind, entry.tool, entry.failure ?? entry.outcome ?? entry.decision ?? ""];
  const summary = text("summary", `${words.filter(Boolean).join(" · ")} `, entry.failure ? "bad" : "");
  summary.append(text("time", entry.time.slice(11, 19)));
  const details = document.createElement("details");
  details.append(summary, text("pre", pretty(entry)));
  const item = document.createElement("li");
  item.append(details);
  at("trail").prepend(item);
  if (entry.kind === "outcome") shown.outcomes.set(entry.callId, item);
}

/** Names the stage that answered, for calls of agents too. It arrives after the record of the outcome. */
function showTrace({ trace: { id, stages, reason } }) {
  const by = `answered by ${stages.at(-1) ?? "entrance"}${reason ? `: ${reason}` : ""}`;
  shown.outcomes.get(id)?.append(text("p", by));
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
    input_required: "A person is asked",
    unknown_tool: "There is no such tool for this caller",
  };
  at("verdict").textContent = reason
    ? `${outcome.kind === "failed" ? "Failed" : "Refused"} by ${last}: ${reason}`
    : `${verdicts[outcome.kind] ?? outcome.kind} (by ${last})`;
  at("verdict").className = isBad ? "bad" : "good";
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
  at("outcome").textContent = pretty(
    outcome.output ?? outcome.plan ?? outcome.failure ?? outcome.request ?? outcome,
  );
  at("answered").hidden = false;
}

function showQuestion(outcome, call) {
  const isAsked = outcome.kind === "input_required";
  shown.asked = isAsked ? { call, outcome } : undefined;
  at("asked").hidden = !isAsked;
  if (!isAsked) return;
  at("question").textContent = outcome.request.message;
  at("phrase-row").hidden = outcome.request.phrase === undefined;
  at("phrase").value = "";
  at("question-title").focus();
}

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.status === 204 ? undefined : response.json();
}

async function send(call) {
  at("problem").textContent = "";
  try {
    const result = await post("/call", call);
    showResult(result);
    showQuestion(result.outcome, call);
  } catch (error) {
    at("problem").textContent = error.message;
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
    const principal =
      at("preset").value === "nobody" ? {} : { principal: read("principal", "The principal") };
    const input = { ...read("input", "The input"), ...more };
    return send({ tool: shown.tool.name, input, ...principal });
  } catch (error) {
    at("problem").textContent = error.message;
    return undefined;
  }
}

function answer(action) {
  if (!shown.asked) return;
  const { call, outcome } = shown.asked;
  const content = outcome.request.phrase === undefined ? { confirm: true } : { phrase: at("phrase").value };
  void send({ ...call, answer: { state: outcome.state, action, ...(action === "accept" && { content }) } });
}

const receive = {
  begin: () => {
    at("trail").replaceChildren();
    shown.outcomes.clear();
  },
  status: showStatus,
  opened: showTools,
  composed: ({ stages }) => {
    shown.stages = stages;
  },
  record: showRecord,
  trace: showTrace,
};

function listen() {
  const events = new EventSource("/events");
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
  await post("/session", { token }).catch(() => undefined);
}
listen();
