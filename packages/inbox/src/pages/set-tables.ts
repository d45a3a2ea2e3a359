import { html, isObject, type Html, type Json, type JsonObject } from "@proviso/manifest";
import { shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";

/** The set of calls in a plan: what they add up to, and a table of all. Undefined if the plan has none, or something else there. */
export function setTables({ set }: JsonObject): Html | undefined {
  const [calls, sums] = isObject(set) ? [rows(set["calls"]), rows(set["sums"])] : [];
  if (!calls || !sums) return undefined;
  return html`<ul>
      ${sums.map(
        ({ count, tool, total = "" }) =>
          html`<li>
            <code>${shownText(String(tool))}</code>: ${String(count)} × ${shownText(String(total))}
          </li>`,
      )}
    </ul>
    <table class="set">
      <caption>
        All ${calls.length} calls. A yes lets each run once
      </caption>
      ${calls.map(
        ({ call, unusual, ...rest }) =>
          html`<tr>
            <th scope="row">
              ${shownText(String(call))}
              ${unusual === undefined ? "" : html`<strong class="warning">${shownText(String(unusual))}</strong>`}
            </th>
            <td>${shownObject(rest, Infinity)}</td>
          </tr>`,
      )}
    </table>`;
}

function rows(value: Json | undefined): readonly JsonObject[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}
