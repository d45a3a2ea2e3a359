import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** What the handlers may use. They get nothing else, so a test can give them a database in memory. */
export interface Ports {
  readonly notes: Notes;
}

export interface Note {
  readonly noteId: string;
  readonly text: string;
  readonly createdAt: string;
}

export interface Notes {
  all(): Note[];
  add(text: string, createdAt: string): string;
  /** False if there is no such note. */
  remove(noteId: string): boolean;
}

/** The notes in a SQLite file, or with `:memory:` in memory. */
export function openNotes(file: string): Notes {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(
    "CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT, createdAt TEXT)",
  );
  return {
    all: () =>
      database
        .prepare("SELECT id, text, createdAt FROM notes ORDER BY id DESC")
        .all()
        .map(({ id, text, createdAt }) => ({
          noteId: `note_${id}`,
          text: String(text),
          createdAt: String(createdAt),
        })),
    add(text, createdAt) {
      const insert = database.prepare("INSERT INTO notes (text, createdAt) VALUES (?, ?)");
      return `note_${insert.run(text, createdAt).lastInsertRowid}`;
    },
    remove: (noteId) =>
      database.prepare("DELETE FROM notes WHERE id = ?").run(noteId.slice("note_".length)).changes > 0,
  };
}
