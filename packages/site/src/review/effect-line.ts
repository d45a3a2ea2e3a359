import type { PageFacts } from "../facts/page-facts.ts";

/** An effect in one line: `sends (cannot be undone, leaves the system): One email.` */
export function effectLine({
  kind,
  description,
  reversible,
  external,
}: PageFacts["effects"][number]): string {
  const facts = [
    reversible ? "can be undone" : "cannot be undone",
    ...(external ? ["leaves the system"] : []),
  ];
  return `${kind} (${facts.join(", ")}): ${description}`;
}
