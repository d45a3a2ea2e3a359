import {
  approvalTerms,
  conditionWords,
  demandedLogIn,
  variantsOf,
  isObject,
  listOf,
  type JsonObject,
  type ToolContract,
} from "@proviso/manifest";
import { make } from "../explorer/elements.ts";
import type { TrialCall, TrialData } from "./trial.ts";

export const mistake = "Arguments are a JSON object, such as { }";

const callers = { agent: "an agent, for a person", user: "a person alone" };

/** Seconds since the caller signed in. */
const logIns = { "just now": 0, "10 minutes ago": 600, "2 days ago": 172_800 };

/**
 * A form that says who calls, and with which arguments. `read` returns that call; undefined if the arguments are no object, which the
 * form then tells in the words of `mistake`.
 */
export function tryForm({ manifest, input, roles }: TrialData) {
  const [tool] = manifest.tools;
  const branches = tool ? variantsOf(tool) : [];
  const acr = branches.flatMap((each) => demandedLogIn(each)?.acr ?? [])[0];
  const value = JSON.stringify(input, undefined, 2);
  const rows = Math.min(12, value.split("\n").length + 1);
  const text = make("textarea", { name: "input", rows, spellcheck: false, defaultValue: value });
  const kinds = tool?.people ? (["user", "agent"] as const) : (["agent", "user"] as const);
  const names = kinds.map((kind) => callers[kind]);
  const form = make(
    "form",
    { ariaLabel: "A call to try" },
    make(
      "fieldset",
      {},
      make("legend", {}, "Who calls"),
      labelled("Caller", select("kind", kinds, names)),
      labelled("The person signed in", select("logIn", Object.keys(logIns))),
      ...(acr === undefined ? [] : [tick("acr", acr, `signed in with ${acr}`)]),
      ...permissionFields(branches, roles),
      ...(tool?.requirements ?? []).map((each) => tick("met", each, `${each} is met`)),
    ),
    make(
      "fieldset",
      {},
      make("legend", {}, "What is called"),
      labelled("Arguments, as JSON", text),
      ...(tool?.hints.readOnlyHint === false
        ? [labelled("Idempotency key", make("input", { name: "key", autocomplete: "off" }))]
        : []),
      ...(tool?.dryRun ? [tick("dryRun", "true", "dry run: only says what the call would do", false)] : []),
      tick("canAsk", "true", "the client can show a question to a person"),
    ),
  );
  for (const change of ["input", "reset"]) form.addEventListener(change, () => text.setCustomValidity(""));
  form.prepend(make("p", { className: "copy-page buttons" }, ...situations(form, tool, branches, input)));
  return {
    form,
    read() {
      const given = objectIn(text.value);
      if (!given) text.setCustomValidity(mistake);
      return form.reportValidity() && given ? callIn(new FormData(form), given, acr) : undefined;
    },
  };
}

/** Buttons that try a good call, and calls that one thing is wrong with. */
function situations(
  form: HTMLFormElement,
  tool: ToolContract | undefined,
  branches: readonly ToolContract[],
  input: JsonObject,
) {
  const isHeld = branches.some(({ permissions }) => permissions.length > 0);
  const isPlanned = tool?.dryRun?.mode === "required";
  const isClosed = tool?.riskLevel === "forbidden" && !tool.people;
  const good = isPlanned ? "A dry run, then the call" : isClosed ? "A call" : "A good call";
  const wrong = JSON.stringify({ ...input, wrong: "argument" }, undefined, 2);
  return [
    situation(form, good, isPlanned),
    ...(tool?.people ? [situation(form, "By an agent", isPlanned, { kind: "agent" })] : []),
    ...(isPlanned ? [situation(form, "Without a dry run", false)] : []),
    ...(isHeld ? [situation(form, "Without the permissions", isPlanned, { permission: undefined })] : []),
    ...[...oldLogIns(branches, input)].map(([said, fields]) => situation(form, said, isPlanned, fields)),
    ...(tool?.examples.slice(1) ?? []).map(({ title = "Another example", input: other }) =>
      situation(form, title, isPlanned, { input: JSON.stringify(other, undefined, 2) }),
    ),
    situation(form, "With a wrong argument", isPlanned, { input: wrong }),
  ];
}

/** A condition that the example can be made to meet, such as `input.amount.cents > 50000`, or `size(input.to) > 10` of addresses. */
const moreThan = /^(?:size\()?input\.(?:\w+\.)*(\w+)\)? > (\d+)$/;

/** Calls that are refused for an old log-in: what a button says of them, and which fields differ. */
function oldLogIns(branches: readonly ToolContract[], input: JsonObject) {
  const logIn = "2 days ago";
  return new Map<string, Readonly<Record<string, string>>>(
    branches.flatMap((branch) => {
      const demanded = demandedLogIn(branch);
      if (demanded?.kind !== "when") return demanded ? [["With an old log-in", { logIn }]] : [];
      const [condition, field, bound] = moreThan.exec(demanded.condition) ?? [];
      if (condition === undefined) return [];
      const more = Number(bound) + 1;
      const [address] = field ? listOf(input[field]) : [];
      if (condition.startsWith("size") && !String(address).includes("@")) return [];
      const many = Array.from({ length: more }, (_, at) => `${at}${String(address)}`);
      const raise = (name: string, value: unknown): unknown =>
        name !== field ? value : address === undefined ? more : many;
      const said = `With an old log-in, if ${conditionWords(condition, branch) ?? condition}`;
      return [[said, { logIn, input: JSON.stringify(input, raise, 2) }]];
    }),
  );
}

/** A button that tries a call in which these fields differ: they have this value, or are not ticked. `isPlanned`: after its dry run. */
function situation(
  form: HTMLFormElement,
  textContent: string,
  isPlanned: boolean,
  fields: Readonly<Record<string, string | undefined>> = {},
) {
  const button = make("button", { type: "button", textContent });
  button.addEventListener("click", () => {
    form.reset();
    for (const [field, value] of Object.entries(fields))
      for (const each of form.querySelectorAll<HTMLInputElement>(`[name=${field}]`)) {
        Object.assign(each, value === undefined ? { checked: false } : { value });
        each.dispatchEvent(new Event("change", { bubbles: true }));
      }
    const dryRun = form.querySelector<HTMLInputElement>("[name=dryRun]");
    for (const checked of isPlanned ? [true, false] : [false]) {
      Object.assign(dryRun ?? {}, { checked });
      form.requestSubmit();
    }
  });
  return button;
}

/** What callers and approvers of the tool may hold: ticks, which a role sets. */
function permissionFields(
  branches: readonly ToolContract[],
  roles: TrialData["roles"],
): readonly HTMLElement[] {
  const asked = branches.flatMap((each) => [...each.permissions, ...approvalTerms(each).permissions]);
  const ticks = [...new Set(asked)].map((each) => tick("permission", each, each));
  const byHand = "no role: what is ticked below";
  const role = select("role", ["a role with every permission needed", byHand, ...Object.keys(roles)]);
  for (const each of ticks) each.addEventListener("change", () => (role.value = byHand));
  role.addEventListener("change", () => {
    if (role.value === byHand) return;
    for (const box of ticks.flatMap((label) => label.control ?? []) as HTMLInputElement[])
      box.checked = roles[role.value]?.includes(box.value) ?? true;
  });
  return ticks.length > 0 && Object.keys(roles).length > 0 ? [labelled("Role", role), ...ticks] : ticks;
}

function callIn(said: FormData, given: JsonObject, acr: string | undefined): TrialCall {
  const age = logIns[said.get("logIn") as keyof typeof logIns];
  const key = said.get("key");
  return {
    input: said.has("dryRun") ? { ...given, dryRun: true } : given,
    met: said.getAll("met").map(String),
    canAsk: said.has("canAsk"),
    ...(key ? { idempotencyKey: String(key) } : {}),
    principal: {
      id: "reader",
      kind: said.get("kind") === "user" ? "user" : "agent",
      permissions: said.getAll("permission").map(String),
      authTime: Math.floor(Date.now() / 1000) - age,
      ...(said.has("acr") && acr !== undefined && { acr }),
    },
  };
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function labelled(text: string, control: HTMLElement): HTMLElement {
  return make("label", {}, make("span", {}, text), control);
}

function select(name: string, values: readonly string[], names = values): HTMLSelectElement {
  return make(
    "select",
    { name },
    ...values.map((value, at) => make("option", { value }, names[at] ?? value)),
  );
}

function tick(name: string, value: string, text: string, checked = true) {
  return make(
    "label",
    { className: "tick" },
    make("input", { type: "checkbox", name, value, defaultChecked: checked }),
    text,
  );
}
