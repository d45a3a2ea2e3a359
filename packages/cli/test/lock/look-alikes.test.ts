import { describe, expect, test } from "vitest";
import { createProject, notes, type TestProject } from "../project.ts";

/** `notes.create` once more, under another name. */
const twin = (text: string): string => text.replace("  create:", "  add_one:").replace("Create a", "Add a");
const asTwin = (text: string): string => twin(text).slice(text.indexOf("tools:\n") + "tools:\n".length);
const open = (text: string): string => text.replace("[notes:write]", "[]");
const accept = ["lock", "--accept", "Agreed.", "--who", "Ann"];

async function locked(text: string): Promise<TestProject> {
  const project = await createProject({ "contracts/notes.yaml": text });
  expect((await project.proviso("lock")).code).toBe(0);
  return project;
}

/** What `lock` refuses. */
async function refused(project: TestProject, text: string): Promise<string> {
  await project.write("contracts/notes.yaml", text);
  const { code, err } = await project.proviso("lock");
  expect([code, err]).toEqual([1, expect.stringContaining("nothing was written")]);
  return err;
}

async function passes(project: TestProject, text: string): Promise<void> {
  await project.write("contracts/notes.yaml", text);
  expect(await project.proviso("lock")).toMatchObject({ code: 0 });
}

describe("a looser tool beside the one that it is like", () => {
  test("is refused when it is added", async () => {
    const project = await locked(notes);
    expect(await refused(project, notes + open(asTwin(notes)))).toContain(
      "`notes.add_one` no longer requires the permission `notes:write`; compared with `notes.create`, which is like it\n",
    );
  });

  test("is refused when it is like a forbidden one", async () => {
    const forbidden = notes.replace("riskLevel: low", "riskLevel: forbidden");
    const project = await locked(forbidden);
    const err = await refused(project, forbidden + asTwin(notes));
    expect(err).toContain("compared with `notes.create`, which is like it\n");
    expect(err).toContain("`riskLevel` was `forbidden` and is `low`");
  });

  test("is accepted once, and not asked about again when the other one goes", async () => {
    const project = await locked(notes);
    await refused(project, notes + open(asTwin(notes)));
    expect((await project.proviso(accept)).code).toBe(0);
    await passes(project, open(twin(notes)));
  });

  test("is refused when it became like it", async () => {
    const other = asTwin(notes)
      .replace("  add_one:", "  weigh:")
      .replace("Adds a note. It is kept until somebody removes it.", "Says how heavy a parcel is.")
      .replace("title: Add a note", "title: Weigh a parcel")
      .replace("{ text: string }", "{ parcelId: string }")
      .replace("noteId", "grams")
      .replace("note.created", "parcel.weighed")
      .replace("creates: A note.", "creates: A receipt.")
      .replace("{ text: Water the plants. }", "{ parcelId: p1 }");
    const project = await locked(notes + open(other));
    const err = await refused(project, notes + open(asTwin(notes)).replace("  add_one:", "  weigh:"));
    expect(err).toContain("compared with `notes.create`, which is like it\n");
  });

  test("is new, where nothing of it is looser", async () => {
    const project = await locked(notes);
    await project.write("contracts/notes.yaml", notes + asTwin(notes));
    expect(await project.proviso("lock")).toMatchObject({ code: 0 });
  });
});

test("a tool that goes is compared with those that stay", async () => {
  const words = asTwin(notes)
    .replace("Adds a note. It is kept until somebody removes it.", "Puts words on record for good.")
    .replace("title: Add a note", "title: Put down a memo")
    .replace("  add_one:", "  put_down:")
    .replace("note.created", "memo.put")
    .replace("creates: A note.", "creates: What is written.")
    .replace("Water the plants.", "Feed the cat.")
    .replace("noteId", "memoId")
    .replace("category: writing", "category: memos")
    .replace("owner: writing", "owner: memos");
  const project = await locked(notes);
  // Only its arguments are those of the other: as long as that stays, it is another tool.
  await passes(project, notes + open(words));
  expect(await refused(project, notes.slice(0, notes.indexOf("  create:")) + open(words))).toContain(
    "`notes.put_down` no longer requires the permission `notes:write`; compared with `notes.create`, which is like it and is removed",
  );
});

test("tools of other domains that were made alike need no acceptance: each has permissions of its own", async () => {
  const project = await locked(notes);
  await project.write(
    "contracts/leaves.yaml",
    notes.replaceAll("notes", "leaves").replaceAll("note", "leaf"),
  );
  expect(await project.proviso("lock")).toMatchObject({ code: 0 });
  await project.remove("contracts/tags.yaml");
  expect(await project.proviso("lock")).toMatchObject({ code: 0 });
});

test("a tool that requires its permission again is compared with no other: what it does is the same", async () => {
  // Its permission alone would decide whether it is like `notes.create`.
  const other = asTwin(notes)
    .replace("  add_one:", "  weigh:")
    .replace(
      "Adds a note. It is kept until somebody removes it.",
      "Adds a parcel. It is kept until somebody removes it.",
    )
    .replace("title: Add a note", "title: Weigh a parcel")
    .replace("{ text: string }", "{ parcelId: string }")
    .replace("noteId", "grams")
    .replace("note.created", "parcel.weighed")
    .replace("creates: A note.", "creates: A receipt.")
    .replace("{ text: Water the plants. }", "{ parcelId: p1 }");
  const medium = notes.replace("riskLevel: low", "riskLevel: medium");
  const project = await locked(medium + other);
  await project.write("contracts/notes.yaml", medium + open(other));
  expect((await project.proviso(accept)).code).toBe(0);
  await passes(project, medium + other);
});
