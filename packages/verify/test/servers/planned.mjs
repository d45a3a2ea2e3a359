// Runs a call only after a dry run with the same arguments, once for each. With the argument `nothing-new`, no dry run finds a file.
import { writeFileSync } from "node:fs";
import { failed, serve, structured, tool } from "../controls/serve.mjs";

const tidy = tool("files_tidy", {});
tidy.inputSchema.properties = { folder: { type: "string" }, dryRun: { type: "boolean" } };
const planned = new Set();
let moved = 0;

serve([tidy], ({ folder, dryRun }) => {
  if (!dryRun && !planned.delete(folder)) return failed("make a dry run first", "dry_run_required");
  if (!dryRun) {
    writeFileSync("moved.txt", String(++moved));
    return structured({ moved: 1 });
  }
  if (process.argv[2] === "nothing-new") return failed("there is no new file", "nothing_new");
  planned.add(folder);
  const plan = { warnings: [], missingPermissions: [], expectedSideEffects: ["Files."] };
  return structured({ dryRun: true, moved: 1, ...plan, estimatedDurationMs: 1 });
});
