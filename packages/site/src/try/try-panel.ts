import { type StageName, stageNames } from "@proviso/manifest";
import { make } from "../explorer/elements.ts";
import { answerOf } from "./answer.ts";
import { lightSteps } from "./light-steps.ts";
import { openTrial, type TrialCall, type TrialData, type Tried } from "./trial.ts";
import { mistake, tryForm } from "./try-form.ts";
import styles from "./try.css?inline";

const stageWords: Readonly<Record<StageName, string>> = {
  audit: "writes down who asks for what",
  admit: "is the tool offered to this caller?",
  validate: "do the arguments have the right shape?",
  refine: "which rules of the contract hold for these arguments?",
  authorize: "may this caller make this call?",
  pause: "has somebody paused the tool?",
  replay: "was this call made before?",
  limit: "is it too often, or too much?",
  plan: "a dry run: what would the call do?",
  "step-up": "is the log-in strong and recent enough?",
  confirm: "must a person say yes first?",
  execute: "does the work",
};

/** A form for calls, and what the stages answer. Lights the steps of a call as far as it came. */
export function tryPanel(data: TrialData, steps: Element | null): HTMLElement {
  // Astro would put a style sheet that a script imports into every page.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  let trial = openTrial(data);
  const { form, read } = tryForm(data);
  const stages = make("ol", { className: "stages", ariaLabel: "Stages" });
  const status = make("p", { role: "status" });
  const said = make("div", {});
  const answer = make("div", { className: "answer", hidden: true }, status, said, stages);
  const again = make("button", { type: "reset", textContent: "Start over" });
  form.append(make("p", { className: "copy-page buttons" }, make("button", { textContent: "Try" }), again));

  const attempt = async (call: TrialCall): Promise<void> => {
    const tried = await trial(call);
    const { title, text, note, tone } = answerOf(tried, call.canAsk === true);
    stages.replaceChildren(...stageNames.map((name, at) => stageItem(name, at, tried, tone)));
    status.className = tone;
    const stage = stageNames.findLast((name) => tried.reached.includes(name));
    const verb = stage === "execute" ? "Reached" : "Stopped at";
    const place = stage ? `. ${verb} the stage ${stage} (${stageWords[stage]})` : " before all stages";
    status.replaceChildren(make("strong", {}, title), place);
    said.replaceChildren(
      ...(text === undefined ? [] : [make("pre", { tabIndex: 0 }, text)]),
      ...(tried.outcome.kind === "input_required" ? [question(tried.outcome, call, attempt)] : []),
      ...notesOf(tried, note).map((each) => make("p", { className: "note" }, each)),
    );
    lightSteps(steps, { tried, isAnswered: call.answer !== undefined, isRefused: tone === "bad" });
    answer.hidden = false;
    const { top, bottom } = answer.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) answer.scrollIntoView();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const call = read();
    if (call) return void attempt(call);
    // The verdict about another call would stand beside the mistake.
    stages.replaceChildren();
    status.className = "bad";
    status.replaceChildren(make("strong", {}, "Not tried"), `: ${mistake}`);
    said.replaceChildren();
    lightSteps(steps);
    answer.hidden = false;
  });
  form.addEventListener("reset", () => {
    trial = openTrial(data);
    answer.hidden = true;
    lightSteps(steps);
  });
  const about =
    "Press one of these, or change the call and press Try: the checks of the real server run on this page, and say who stops the call and why. Nothing is sent and nothing happens. Not here: your data, your own policies, pauses, and an inbox.";
  return make(
    "section",
    { className: "try-panel not-content", ariaLabel: "Try a call" },
    make("p", {}, about),
    form,
    answer,
  );
}

function notesOf({ branch, fault, records }: Tried, note: string | undefined): readonly string[] {
  const label = branch && `The label that holds for this call: ${branch.when}.`;
  return [note, label, fault && `This page could not run a stage: ${fault}`, trailOf(records)].filter(
    (each) => each !== undefined,
  );
}

function trailOf(records: Tried["records"]): string {
  const got = records.map(({ kind, failure, outcome = "" }) =>
    `${kind} ${failure ?? outcome}`.replace("input_required", "(waiting for a person)").trim(),
  );
  return `Written in the audit trail: ${got.join(", ") || "nothing"}.`;
}

function stageItem(name: StageName, at: number, { reached }: Tried, tone: string): HTMLElement {
  const isLast = name === reached.at(-1);
  const state = isLast ? `answered ${tone}` : reached.includes(name) ? "passed" : "";
  const item = make("li", { className: state, ariaCurrent: isLast ? "step" : null }, make("b", {}, name));
  item.append(` ${stageWords[name]}`);
  item.style.setProperty("--at", String(at));
  return item;
}

/** The person's answer to a question. */
function question(
  { request, state }: Extract<Tried["outcome"], { kind: "input_required" }>,
  call: TrialCall,
  attempt: (call: TrialCall) => Promise<void>,
): HTMLElement {
  const { phrase, plan } = request;
  const approver = call.principal.kind === "user" ? "who calls" : "that the agent acts for";
  const planless =
    " Of the plan, only what the server says is here: no handler runs to say what it would do.";
  const typed = make("input", { autocomplete: "off" });
  const missing = make("p", { className: "note", role: "alert" });
  const no = make("button", { type: "button", textContent: "No" });
  const label = make("label", {}, make("span", {}, `To approve, type ${phrase}`), typed);
  const form = make(
    "form",
    { ariaLabel: "The person's answer" },
    make("p", { className: "note" }, `On this page the user ${approver} approves.${plan ? planless : ""}`),
    ...(phrase === undefined ? [] : [label, missing]),
    make("p", { className: "copy-page buttons" }, make("button", { textContent: "Approve" }), no),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (phrase !== undefined && typed.value.trim() === "") {
      missing.textContent = `Type the phrase: ${phrase}`;
      return typed.focus();
    }
    const content = phrase === undefined ? { confirm: true } : { phrase: typed.value };
    void attempt({ ...call, answer: { state, action: "accept", content } });
  });
  no.addEventListener("click", () => void attempt({ ...call, answer: { state, action: "decline" } }));
  return form;
}
