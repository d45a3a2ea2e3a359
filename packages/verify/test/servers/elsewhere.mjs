// Keeps its notes in the folder that it is given; each holds the folder for the state of programs.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve, structured, tool } from "../controls/serve.mjs";

const [, , folder = "."] = process.argv;
const tools = [tool("note_add", {}), tool("note_list", {}, { readOnlyHint: true })];
let count = 0;

serve(tools, (_given, { name }) => {
  if (name === "note_add") writeFileSync(join(folder, `${++count}.txt`), process.env.XDG_STATE_HOME ?? "");
  return structured({ id: count });
});
