import type { Selectable } from "kysely";
import type { Database } from "../database/schema.ts";

type SummarizedTask = Pick<Selectable<Database["tasks"]>, "title" | "status">;

const greatestSummaryLength = 4000;

/** A project in a few sentences: its state, its obstacles, and, in the long form, tasks and notes. */
export function writeSummary(
  { name, status, dueOn }: Selectable<Database["projects"]>,
  tasks: readonly SummarizedTask[],
  notes: readonly { readonly text: string }[],
  length: "short" | "long",
): string {
  const open = tasks.filter((task) => task.status !== "done");
  const blocked = open.filter((task) => task.status === "blocked");
  const due = dueOn === null ? "It has no due date." : `It is due on ${dueOn}.`;
  const short = [
    `"${name}" is ${status.replace("_", " ")}. ${due}`,
    `${open.length} of ${tasks.length} tasks are open.`,
    ...blocked.map((task) => `Blocked: ${task.title}.`),
  ];
  const long = [
    ...tasks.map((task) => `- ${task.title} (${task.status})`),
    ...notes.map((note) => `Note: ${note.text}`),
  ];
  return (length === "short" ? short : [...short, ...long]).join("\n").slice(0, greatestSummaryLength);
}
