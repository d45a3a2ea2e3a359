import { type Bar, medianOf, runOf, shown } from "./bars.ts";
import { growthBars } from "./growth-bars.ts";
import { versusBars } from "./versus-table.ts";

const barOf = (bars: readonly Bar[], label: string): Bar => {
  const bar = bars.find((each) => each.label === label);
  if (!bar) throw new Error(`there is no figure \`${label}\``);
  return bar;
};
const generated = (name: string): string => shown(medianOf(runOf(1000), name));

/** The figures that the first lines of the page and the answers to questions give, from the same data as the pictures. */
export const headline = {
  call: shown(barOf(growthBars("call"), "100 tools")),
  recorded: shown(barOf(growthBars("recorded call"), "1 at once")),
  reads: beside("milliseconds of processor time for 1,000 reads", "ms"),
  list: beside("bytes of the list of tools", "bytes"),
  forModel: beside("of these, names, descriptions and arguments", "bytes"),
  facts: shown(barOf(versusBars("of these, facts of the contract in `_meta`", "bytes"), "Proviso")),
  plan: shown(barOf(versusBars("of these, a tool that plans the refund", "bytes"), "Proviso")),
  lines: beside("hand-written lines", "lines"),
  cold: generated("generate, cold"),
  unchanged: generated("generate, nothing changed"),
  peer: generated("hey-api"),
};

/** A row of the comparison: `2,330 ms; the others 930 to 1,700 ms`. */
function beside(row: string, unit: string): string {
  const bars = versusBars(row, unit);
  const others = bars.filter(({ isOurs }) => !isOurs).map(({ value }) => value);
  const [least = "", most = ""] = [Math.min(...others), Math.max(...others)].map((each) =>
    each.toLocaleString("en-US"),
  );
  return `${shown(barOf(bars, "Proviso"))}; the others ${least === most ? most : `${least} to ${most}`} ${unit}`;
}
