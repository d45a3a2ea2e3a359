import {
  html,
  isObject,
  planParts,
  type Content,
  type Html,
  type Json,
  type JsonObject,
} from "@proviso/manifest";
import { setOfPlan } from "../values/set-calls.ts";
import { shownProse, shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";

/** Items of a list in a plan; how many there are, and their digest, is shown of longer ones. Arguments are shown whole. */
export const longestPlanList = 1000;

/** The set of calls in a plan: what they add up to, and a list of all. Undefined if the plan has none, or something else there. */
export function setTables(plan: JsonObject): Html | undefined {
  const set = setOfPlan(plan);
  if (!set) return undefined;
  const { calls, sums } = set;
  return html`<ul>
      ${sums.map(
        ({ count, tool, total = "" }) =>
          html`<li>
            <code>${shownText(String(tool))}</code>: ${String(count)}
            ${count === 1 ? "call" : "calls"}${total === "" ? "" : html`, ${shownText(String(total))}`}
          </li>`,
      )}
    </ul>
    <p>Each of these runs once:</p>
    <ol class="set">
      ${calls.map(
        ({ call, plan: own, tool, unusual, ...rest }) =>
          html`<li>
            ${shownText(String(call))}
            ${tool === undefined || sums.length === 1 ? "" : html`<code>${shownText(String(tool))}</code>`}
            ${unusual === undefined ? "" : html`<strong class="warning">${shownText(String(unusual))}</strong>`}
            ${shownPlan(own)}${Object.keys(rest).length === 0 ? "" : shownObject(rest, Infinity)}
          </li>`,
      )}
    </ol>`;
}

/** Warnings and what would happen of one call, as its own page has them; figures that say the same are folded below. */
function shownPlan(plan: Json | undefined): Content {
  if (plan === undefined) return "";
  const { expected, missingPermissions, preview, warnings } = isObject(plan)
    ? planParts(plan, [])
    : { expected: [], missingPermissions: [], preview: { plan }, warnings: [] };
  const missing = missingPermissions.map((each) => `The permission ${each} is missing.`);
  const figures = Object.keys(preview).length > 0 ? shownObject(preview, longestPlanList) : "";
  return html`${[...warnings, ...missing].map((text) => html`<br /><span class="warning">${shownProse(text)}</span>`)}
  ${expected.map((text) => html`<br />${shownProse(text)}`)}
  ${
    expected.length > 0 && figures
      ? html`<details>
          <summary>The figures of this call</summary>
          ${figures}
        </details>`
      : figures
  }`;
}
