import {
  html,
  isObject,
  planParts,
  type Content,
  type Html,
  type Json,
  type JsonObject,
  type SideEffect,
} from "@proviso/manifest";
import { saidIn } from "@proviso/manifest/question";
import { setOfPlan } from "../values/set-calls.ts";
import { shownProse, shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";

/** Items of a list in a plan; how many there are, and their digest, is shown of longer ones. Arguments are shown whole. */
const longestPlanList = 1000;

/** Everything that a plan says, warnings first. `folds`: what sentences say is enough to see at once. `given`: the arguments. */
export function planned(
  plan: JsonObject,
  sideEffects: readonly SideEffect[],
  folds = false,
  given: JsonObject = {},
): readonly Content[] {
  const { expected, missingPermissions, notes, preview, warnings } = planParts(plan, sideEffects);
  const isWord = saidIn(expected, given);
  const missing = missingPermissions.map((each) => `The permission ${each} is missing.`);
  const tables = setTables(preview);
  // A sentence may repeat what the caller wrote, which says nothing of the plan.
  const written = JSON.stringify(given);
  const isSaid = (name: string, value: Json): boolean =>
    (tables !== undefined && name === "set") ||
    (typeof value === "number" &&
      !written.includes(`(${value})`) &&
      expected.some(
        (text) => text.toLowerCase().includes(name.toLowerCase()) && text.includes(`(${value})`),
      ));
  const rest = Object.entries(preview).filter(([name, value]) => !isSaid(name, value));
  const isFoldedValue = (name: string, value: Json): boolean =>
    (folds && expected.length > 0) || isNamed(value, expected) || isWord(value, name);
  const [named, unnamed] = [true, false].map((isFolded) =>
    rest.filter(([name, value]) => isFoldedValue(name, value) === isFolded),
  );
  const [again, others] = [named, unnamed].map((fields = []) =>
    fields.length > 0 ? shownObject(Object.fromEntries(fields), longestPlanList) : "",
  );
  const sentences = textList(expected, "");
  const facts = tables ?? others;
  // What many sentences come to stands before them.
  const isSum = expected.length > 3 && (unnamed ?? []).every(([, value]) => !Array.isArray(value));
  return [
    textList([...warnings, ...missing], "warning"),
    ...(isSum ? [facts, sentences] : [sentences, facts]),
    tables && others
      ? html`<details>
          <summary>More about the set</summary>
          ${others}
        </details>`
      : "",
    again
      ? html`<details>
          <summary>More about what is said above</summary>
          ${again}
        </details>`
      : "",
    html`<p class="kind">${notes.join(" ")}</p>`,
  ];
}

/** Whether a sentence above names each item of a list by its id, in brackets: `Hansen (cus_0007) is reminded.` */
function isNamed(list: Json, sentences: readonly string[]): boolean {
  const isSaid = (id: Json): boolean =>
    typeof id === "string" && sentences.some((text) => text.includes(`(${id})`));
  return (
    Array.isArray(list) &&
    list.length > 0 &&
    list.every((item) => isObject(item) && Object.values(item).some(isSaid))
  );
}

function textList(texts: readonly string[], tone: string): Content {
  if (texts.length === 0) return "";
  return html`<ul class="${tone}">
    ${texts.map((text) => html`<li>${shownProse(text)}</li>`)}
  </ul>`;
}

/** The set of calls in a plan: what they add up to, and a list of all. Undefined if the plan has none, or something else there. */
export function setTables(plan: JsonObject): Html | undefined {
  const set = setOfPlan(plan);
  if (!set) return undefined;
  const { calls, sums } = set;
  const same = sameWords(calls.map(({ call }) => String(call)));
  return html`<ul>
      ${sums.map(
        ({ count, tool, total = "" }) =>
          html`<li>
            <code>${shownText(String(tool))}</code>: ${String(count)}
            ${count === 1 ? "call" : "calls"}${total === "" ? "" : html`, ${shownText(String(total))}`}
          </li>`,
      )}
    </ul>
    ${same === undefined ? "" : html`<p>The same in all: ${shownText(same)}</p>`}
    <p>
      You say yes or no to all of these. Each runs once. What is foreseen of one does not count the others:
    </p>
    <ol class="set">
      ${calls.map(
        ({ call, plan: own = {}, tool, unusual, ...rest }) =>
          html`<li>
            ${shownText(String(call))}
            ${tool === undefined || sums.length === 1 ? "" : html`<code>${shownText(String(tool))}</code>`}
            ${unusual === undefined ? "" : html`<strong class="warning">${shownText(String(unusual))}</strong>`}
            ${isObject(own) ? planned(own, [], true, { call: String(call), ...rest }) : shownObject({ plan: own }, Infinity)}${Object.keys(rest).length === 0 ? "" : shownObject(rest, Infinity)}
          </li>`,
      )}
    </ol>`;
}

/** The words with which all sentences begin and end, if a value is among them. */
function sameWords(sentences: readonly string[]): string | undefined {
  const [first = [], ...others] = sentences.map((each) => each.split(" "));
  const differsAt = (at: number): boolean => others.some((words) => words.at(at) !== first.at(at));
  const before = first.findIndex((_, at) => differsAt(at));
  const after = first.findIndex((_, at) => differsAt(-1 - at));
  const said = [...first.slice(0, before), "…", ...first.slice(first.length - after)].join(" ");
  return before >= 0 && /\d|"/.test(said) ? said : undefined;
}
