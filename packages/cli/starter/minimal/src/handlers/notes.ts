import type { NotesHandlers } from "../generated/server/index.ts";
import type { Ports } from "../ports.ts";

/**
 * The handlers of `notes`. Each runs only after its contract was enforced: the input is valid, the caller has the permissions,
 * and a person has agreed where the contract asks for one.
 */
export const notes: NotesHandlers<Ports> = {
  list: (_input, { ports }) => ({ notes: ports.notes.all() }),

  create: ({ text }, { ports, now }) => ({ noteId: ports.notes.add(text, now().toISOString()) }),

  remove({ noteId }, { ports, fail }) {
    // Only failures that the contract lists can be returned; `fail` has one for each.
    if (!ports.notes.remove(noteId)) throw fail.noteNotFound();
    return { removed: noteId };
  },
};
