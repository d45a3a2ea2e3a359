import type { JsonObject, ToolContract } from "../contract/contract.ts";
import { planParts } from "./plan-parts.ts";
import { inReadingOrder, type RankedLines } from "./reading-order.ts";
import { shownTexts, shownValues, type Shown, type ShownTexts } from "./shown-values.ts";

/** What the values of a question are taken from. */
interface AskedCall {
  readonly contract: Pick<ToolContract, "sideEffects">;
  readonly input: JsonObject;
  readonly plan?: JsonObject;
}

type Lines = readonly string[];
type ShownFields = readonly RankedLines<Shown>[];

/**
 * The arguments, between the two parts of the plan. Undefined if they have more characters than
 * `longest`; it stops there, because the input may be far more than can be shown.
 */
export function questionValues(
  { contract, input, plan }: AskedCall,
  texts: ShownTexts,
  longest: number,
): Lines | undefined {
  const parts = plan && planParts(plan, contract.sideEffects);
  const room = { left: longest };
  const show = (fields: JsonObject): ShownFields =>
    inReadingOrder(
      fields,
      (field) => within(room, shownValues(field, texts)),
      (shown) => shown.length > 1,
    );
  const [preview, values] = [show(parts?.preview ?? {}), show(input)];
  const said = [
    ...within(room, shownTexts("will happen", parts?.expected, texts)),
    ...within(room, shownTexts("missing permission", parts?.missingPermissions, texts)),
    ...within(room, shownTexts("warning", parts?.warnings, texts)),
  ];
  if (room.left < 0) return undefined;
  const [amounts, rest] = [preview.filter(({ rank }) => rank === 0), preview.filter(({ rank }) => rank > 0)];
  const notes = parts && parts.notes.length > 0 ? [[`- ${parts.notes.join(" ")}`]] : [];
  return [
    ...optionalSection("What this call would do", [...said, ...linesOf(amounts)]),
    ...section("Arguments", linesOf(values)),
    ...optionalSection("The rest of the plan", [...linesOf(rest), ...notes]),
    ...onceMore([...amounts, ...values, ...rest]),
  ];
}

function* within(room: { left: number }, shown: Iterable<Shown>): Generator<Shown> {
  for (const lines of shown) {
    room.left -= lines.join("\n").length;
    if (room.left < 0) return;
    yield lines;
  }
}

function linesOf(fields: ShownFields): readonly Shown[] {
  return fields.flatMap(({ lines }) => lines);
}

function section(title: string, shown: readonly Shown[]): Lines {
  return ["", `${title}:`, ...(shown.length > 0 ? shown.flat() : ["- none"])];
}

function optionalSection(title: string, shown: readonly Shown[]): Lines {
  return shown.length > 0 ? section(title, shown) : [];
}

/** The characters that fit a screen. */
const maxLinesAtOnce = 20;

/** Repeats what is short, next to the answer, where long values would push it off the screen. */
function onceMore(fields: ShownFields): Lines {
  const long = fields.filter(({ rank }) => rank === 2);
  if (linesOf(long).flat().length <= maxLinesAtOnce) return [];
  return optionalSection("Once more, what is short", linesOf(fields.filter(({ rank }) => rank < 2)));
}
