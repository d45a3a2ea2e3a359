import { html, type Html, type JsonObject } from "@proviso/manifest";
import { setOfPlan } from "../values/set-calls.ts";
import { shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";

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
        ({ call, tool, unusual, ...rest }) =>
          html`<li>
            ${shownText(String(call))}
            ${tool === undefined || sums.length === 1 ? "" : html`<code>${shownText(String(tool))}</code>`}
            ${unusual === undefined ? "" : html`<strong class="warning">${shownText(String(unusual))}</strong>`}
            ${Object.keys(rest).length === 0 ? "" : shownObject(rest, Infinity)}
          </li>`,
      )}
    </ol>`;
}
