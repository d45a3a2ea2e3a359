import { generatorBars } from "./generator-bars.ts";
import { growthBars } from "./growth-bars.ts";
import { versusBars } from "./versus-table.ts";

/** The pictures of the page by name. */
export const pictures = {
  reads: versusBars("milliseconds of processor time for 1,000 reads", "ms"),
  memory: versusBars("memory after them, MB", "MB"),
  list: versusBars("bytes of the list of tools", "bytes"),
  lines: versusBars("hand-written lines", "lines"),
  call: growthBars("call"),
  start: growthBars("start to first list"),
  recorded: growthBars("recorded call"),
  ...generatorBars(),
};
