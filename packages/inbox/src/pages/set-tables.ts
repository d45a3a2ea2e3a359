import { html, isObject, type Html, type Json, type JsonObject } from "@proviso/manifest";
import { shownText } from "../values/shown-text.ts";
import { shownObject } from "../values/shown-value.ts";

/**
 * The set of calls in a plan, as tables: what the calls add up to, and every call, unusual ones first. Undefined if the plan has none,
 * or something else under that name.
 */
export function setTables({ set }: JsonObject): Html | undefined {
  if (!isObject(set)) return undefined;
  const [calls, sums] = [rows(set["calls"]), rows(set["sums"])];
  if (!calls || !sums) return undefined;
  return html`<table class="set">
      <caption>
        All ${calls.length} calls together
      </caption>
      <tr>
        <th scope="col">Tool</th>
        <th scope="col">Calls</th>
        <th scope="col">Total</th>
      </tr>
      ${sums.map(
        ({ count, tool, total }) =>
          html`<tr>
            <td><code>${shownText(String(tool))}</code></td>
            <td>${String(count)}</td>
            <td>${total === undefined ? "" : shownText(String(total))}</td>
          </tr>`,
      )}
    </table>
    <table class="set">
      <caption>
        Each call. A yes lets it run once
      </caption>
      <tr>
        <th scope="col">Call</th>
        <th scope="col">Beside it</th>
      </tr>
      ${calls.map(
        ({ call, tool, unusual, ...rest }) =>
          html`<tr>
            <td>
              ${shownText(String(call))}
              ${unusual === undefined ? "" : html`<strong class="warning">${shownText(String(unusual))}</strong>`}
            </td>
            <td>${shownObject({ tool: tool ?? null, ...rest }, Infinity)}</td>
          </tr>`,
      )}
    </table>`;
}

function rows(value: Json | undefined): readonly JsonObject[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}
