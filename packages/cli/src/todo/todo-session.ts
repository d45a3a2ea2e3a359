import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "@proviso/compiler";
import {
  answerGroup,
  type OpenTool,
  openQuestions,
  type QuestionGroup,
  questionGroups,
  type WrittenChange,
  writtenChanges,
} from "@proviso/compiler/import";
import type { ProjectPlace } from "../disk/find-project.ts";
import { applyChanges } from "../disk/transaction.ts";
import { importedTools } from "../import/import-record.ts";
import { lookAtDisk } from "../incremental/stamped-disk.ts";
import { compileProject } from "../project/compile-project.ts";
import { type Project, readProject } from "../project/read-project.ts";

/** The open questions, as the contracts on disk leave them. None while the contracts have errors. */
export interface OpenTodo {
  readonly project: Project;
  readonly errors: readonly Diagnostic[];
  readonly tools: readonly OpenTool[];
  readonly groups: readonly QuestionGroup[];
}

/** A yes to the question of a group. */
export interface TodoAnswer {
  readonly group: QuestionGroup;
  readonly changes: readonly WrittenChange[];
  /** Tools whose contracts would have errors with this answer: their question stays open. */
  readonly left: readonly string[];
}

/** Questions and answers about one project, for the terminal and for the inspector of `proviso dev`. */
export interface TodoSession {
  read(): Promise<OpenTodo>;
  /** What a yes would write; undefined if no group of open questions has this id. */
  preview(id: string): Promise<TodoAnswer | undefined>;
  /** Writes a yes; undefined if no group of open questions has this id. */
  accept(id: string): Promise<TodoAnswer | undefined>;
  /** The last yes that was not taken back. */
  lastYes(): TodoAnswer | undefined;
  /** Takes the last yes back: its contracts are as they were before. Returns why it cannot. */
  undo(): Promise<string | undefined>;
}

interface Written {
  readonly answer: TodoAnswer;
  readonly files: readonly { readonly path: string; readonly was: string; readonly is: string }[];
}

/** Reads the contracts again for each question, so that edits in between count. `find` finds the project. */
export function todoSession(find: () => Promise<ProjectPlace>): TodoSession {
  const yeses: Written[] = [];
  const read = async (): Promise<OpenTodo> => {
    const place = await find();
    const project = await readProject(place, lookAtDisk(place.root));
    const { model, diagnostics } = compileProject(project);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (!model || errors.length > 0) return { project, errors, tools: [], groups: [] };
    const imported = importedTools(place.root);
    const tools = openQuestions(model, project.contracts, imported);
    return { project, errors, tools, groups: questionGroups(model, project.contracts, imported) };
  };
  const answer = async (id: string) => {
    const { project, groups } = await read();
    const group = groups.find((each) => each.id === id);
    if (!group) return undefined;
    const { contracts, left } = answerGroup(project.contracts, group);
    const files = contracts.map(({ path, text: is }) => ({
      path,
      was: project.contracts.find((each) => each.path === path)?.text ?? "",
      is,
    }));
    const changes = writtenChanges(project.contracts, contracts);
    return { root: project.root, files, answer: { group, changes, left } };
  };
  return {
    read,
    preview: async (id) => (await answer(id))?.answer,
    async accept(id) {
      const found = await answer(id);
      if (!found) return undefined;
      await applyChanges(
        found.root,
        found.files.map(({ path, is }) => ({ path, text: is })),
      );
      if (found.files.length > 0) yeses.push(found);
      return found.answer;
    },
    lastYes: () => yeses.at(-1)?.answer,
    async undo() {
      const last = yeses.at(-1);
      if (!last) return "there is no answer to undo";
      const { root } = await find();
      const edited = last.files.find(({ path, is }) => readFileSync(join(root, path), "utf8") !== is);
      if (edited) return `${edited.path} was edited since, so the answer is not undone`;
      await applyChanges(
        root,
        last.files.map(({ path, was }) => ({ path, text: was })),
      );
      yeses.pop();
      return undefined;
    },
  };
}
