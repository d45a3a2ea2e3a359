import type { ConfirmRequest } from "@proviso/client";
import { pc } from "./paint.ts";
import { viewLeaves } from "./leaves.ts";
import { indent } from "./text.ts";

/** Fits the frame around a question on a terminal of 80 columns. */
export const width = 72;

/** The view of a request for any terminal. */
export function widthIn(terminal: number = 80): number {
  return Math.max(20, Math.min(width, terminal - 8));
}

const alarmingSections = new Set([
  "What is not as it was",
  "What the server says of it, which nobody has verified",
  "The server asks, in its own words",
  "Careful",
]);

/** The guard's view of a request, line by line. Continued lines begin with a bar. */
export function viewRequest(request: ConfirmRequest, room: number = width): string {
  return request.view
    .map(({ title, lines }) => {
      const text = lines.map((line) => viewLeaves(line, room - 2)).join("\n");
      return `${pc.bold(viewLeaves(title, room))}\n${indent(alarmingSections.has(title) ? pc.yellow(text) : text, 2)}`;
    })
    .join("\n");
}
