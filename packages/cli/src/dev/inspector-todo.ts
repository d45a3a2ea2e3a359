import type { TodoSession } from "../todo/todo-session.ts";

/**
 * Answers the inspector's requests about open questions: `show`, `accept` with the id of a group, or `undo`. Each answer holds the
 * questions that are open then. One request at a time, because each writes what the next one reads.
 */
export function inspectorTodo(
  session: TodoSession,
): (asked: Readonly<Record<string, unknown>>) => Promise<unknown> {
  let before: Promise<unknown> = Promise.resolve();
  return (asked) => {
    const answer = before.then(() => answerTodo(session, asked));
    before = answer.catch(() => undefined);
    return answer;
  };
}

async function answerTodo(session: TodoSession, asked: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { show, accept, undo } = asked;
  if (typeof show === "string")
    return (await session.preview(show)) ?? { problem: `${show} is not open any more` };
  const accepted = typeof accept === "string" ? await session.accept(accept) : undefined;
  const isGone = typeof accept === "string" && !accepted;
  const problem =
    undo === true ? await session.undo() : isGone ? `${accept} is not open any more` : undefined;
  const { groups, errors } = await session.read();
  return {
    groups: groups.map(({ id, question, tools }) => ({
      id,
      question,
      tools: tools.map(({ tool, evidence }) => ({ tool, evidence })),
    })),
    ...(errors.length > 0 && { errors: errors.length }),
    ...(accepted && { left: accepted.left }),
    ...(problem !== undefined && { problem }),
    lastYes: session.lastYes()?.group.id,
  };
}
