import { expect, test } from "vitest";
import { createProject } from "./project.ts";

/** Contracts of a first day: no owners, titles, examples, data flow or idempotency. */
const tasks = `proviso: 1
domain: tasks
description: Tasks of a team.
types:
  task: { taskId: string, title: string, done: boolean, dueOn?: date, parts?: "task[]" }
permissions:
  tasks:read: Read tasks.
  tasks:write: Add, change and remove tasks.
  tasks:share: Send tasks to people outside.
failureModes:
  task_not_found: { description: There is no such task. }
tools:
  list:
    description: Lists the tasks of the team, the ones that are due first at the top.
    category: planning
    riskLevel: low
    inputSchema: { done?: boolean, limit?: { type: integer, minimum: 1, maximum: 100, default: 20 } }
    outputSchema: { tasks: "task[]" }
    permissions: [tasks:read]
    sideEffects: []
    auditEvent: tasks.listed
    failureModes: []
  get:
    description: Returns one task with all of its parts.
    category: planning
    riskLevel: low
    inputSchema: { taskId: string }
    outputSchema: { task: task }
    permissions: [tasks:read]
    sideEffects: []
    auditEvent: task.read
    failureModes: [task_not_found]
  search:
    description: Finds tasks whose title has these words.
    category: planning
    riskLevel: low
    inputSchema: { words: { type: string, minLength: 2, maxLength: 200 } }
    outputSchema: { tasks: "task[]" }
    permissions: [tasks:read]
    sideEffects: []
    auditEvent: tasks.searched
    failureModes: []
  add:
    description: Adds a task to the list of the team.
    category: planning
    riskLevel: low
    inputSchema: { title: { type: string, maxLength: 200 }, dueOn?: date }
    outputSchema: { task: task }
    permissions: [tasks:write]
    sideEffects: [{ creates: A task. }]
    auditEvent: task.added
    failureModes: []
  rename:
    description: Gives a task another title. The old one is kept in its history.
    category: planning
    riskLevel: medium
    inputSchema: { taskId: string, title: { type: string, maxLength: 200 } }
    outputSchema: { task: task }
    permissions: [tasks:write]
    sideEffects: [{ updates: The title of the task., reversible: true }]
    auditEvent: task.renamed
    failureModes: [task_not_found]
  remove:
    description: Removes a task with all of its parts, for good.
    category: planning
    riskLevel: high
    riskReason: The history of the list keeps a copy.
    inputSchema: { taskId: string }
    outputSchema: { removed: boolean }
    permissions: [tasks:write]
    sideEffects: [deletes: The task and its parts.]
    auditEvent: task.removed
    failureModes: [task_not_found]
    idempotency: { key: [taskId] }
  share:
    description: Emails a task to somebody outside of the team.
    category: planning
    riskLevel: high
    riskReason: It goes to one address, which a person reads before.
    inputSchema: { taskId: string, to: email }
    outputSchema: { sent: boolean }
    permissions: [tasks:share]
    sideEffects: [sends: The task to the address in \`to\`.]
    auditEvent: task.shared
    failureModes: [task_not_found]
    idempotency: { key: [taskId, to] }
`;

const files = { "contracts/notes.yaml": tasks, "contracts/tags.yaml": "" };

async function project() {
  const made = await createProject(files);
  await made.remove("contracts/tags.yaml");
  return made;
}

test("`check` says nothing at all about seven clean tools", async () => {
  const { proviso } = await project();
  for (const argv of ["check", "check --strict"])
    expect(await proviso(argv)).toEqual({
      code: 0,
      out: "7 tools in 1 contract: no errors",
      err: "next: `proviso generate`",
    });
  expect(JSON.parse((await proviso("check --format json")).out)).toMatchObject({ diagnostics: [] });
});

test("`check --advice` says what would make them better, and fails no run", async () => {
  const { proviso } = await project();
  const { code, err } = await proviso("check --advice --strict");
  expect(code).toBe(0);
  for (const rule of ["missing-owner", "missing-title", "missing-example", "unclassified-data-flow"])
    expect(err).toContain(`info[lint/${rule}]`);
});

test("advice that the configuration turns up is a finding", async () => {
  const { proviso, edit } = await project();
  await edit("proviso.yaml", (text) => `${text}rules: { lint/missing-owner: warning }\n`);
  expect((await proviso("check")).err).toContain("warning[lint/missing-owner]");
});
