// One request of a serverless host, in a process of its own. Its arguments are the server's data, and perhaps a file with saved runs,
// which it resumes. Prints what the host saves, or what the models are told, by framework.
import { readFileSync } from "node:fs";
import { createBackofficeClient } from "@backoffice/client";
import { connectToData } from "./connect-to-data.ts";
import { savedRuns } from "./saved-runs.ts";

const [data = "", file] = process.argv.slice(2);
const saved = file === undefined ? {} : JSON.parse(readFileSync(file, "utf8"));
const connection = await connectToData(data);
const { guard } = createBackofficeClient(connection, { env: "test" });
const said: Record<string, string> = {};
for (const [index, [framework, { begin, resume }]] of Object.entries(savedRuns).entries()) {
  const input = { projectId: `prj_000${index + 1}`, status: "on_hold" };
  const call = { name: "projects_change_status", input };
  said[framework] =
    file === undefined ? await begin(guard, call) : await resume(guard, call, saved[framework], {});
}
await connection.close();
process.stdout.write(JSON.stringify(said));
