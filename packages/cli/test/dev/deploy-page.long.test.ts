import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startDev } from "./dev-project.ts";

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../../../apps/docs/src/content/docs/${name}.mdx`, import.meta.url), "utf8");
const page = pageOf("deploy");
const blockOf = (title: string, text = page): string =>
  new RegExp(`\`\`\`\\w+ title="${title}"\\n(.*?)\`\`\``, "s").exec(text)?.[1] ?? "";

/** What the lines of a Dockerfile or a unit say, by their first word or key. */
function linesOf(text: string, separator: string): (name: string) => readonly string[] {
  const lines = text.split("\n").map((line) => [line.split(separator)[0], line] as const);
  return (name) => lines.flatMap(([first, line]) => (first === name ? [line.slice(name.length + 1)] : []));
}

test("the Dockerfile runs what a new project has, and its health check tells a server from none", async () => {
  const project = await startDev();
  const port = /:(\d+)\//.exec(await project.says(/listening on \S+/))?.[1] ?? "";
  const instructions = linesOf(blockOf("Dockerfile"), " ");
  const { scripts } = JSON.parse(readFileSync(join(project.root, "package.json"), "utf8"));
  expect(instructions("CMD").map((words) => JSON.parse(words).join(" "))).toEqual([scripts.start]);
  const run = instructions("RUN").join(" && ");
  expect([...run.matchAll(/npm run (\S+)/g)].map(([, name = ""]) => name in scripts)).toEqual([true]);
  const copied = instructions("COPY").flatMap((words) => /\/app\/(\S+) /.exec(words)?.[1] ?? []);
  expect(copied).toEqual(["package.json", "node_modules", "dist"]);
  expect(copied.filter((path) => !existsSync(join(project.root, path)))).toEqual([]);

  const [, ...words] = JSON.parse((instructions("HEALTHCHECK")[0] ?? "").replace("CMD ", ""));
  const check = (): number | null =>
    spawnSync(
      process.execPath,
      words.map((word: string) => word.replace("8080", port)),
    ).status;
  expect(check()).toBe(0);
  expect(await project.stop()).toBe(0);
  expect(check()).toBe(1);
});

test("the container and the unit keep the head of the trail in a folder that they may write, outside .data", () => {
  const image = linesOf(blockOf("Dockerfile"), " ");
  const [, state = ""] = /XDG_STATE_HOME=\/app\/(\S+)/.exec(image("ENV").join(" ")) ?? [];
  expect(state).toMatch(/^\.(?!data)/);
  expect(image("RUN").join(" ")).toMatch(new RegExp(`mkdir .* ${state} && chown node:node .* ${state}`));
  expect(page).toContain(`:/app/${state} --stop-timeout`);
  const unit = linesOf(blockOf("/etc/systemd/system/my-tools.service"), "=");
  const [, folder] = /XDG_STATE_HOME=(\S+)/.exec(unit("Environment").join(" ")) ?? [];
  expect(unit("StateDirectory").map((name) => `/var/lib/${name}`)).toEqual([folder]);
});

/** A file with the changes of a page, whose parts stand between lines with `…`. */
function changed(text: string, diff: string): string {
  expect(diff).not.toBe("");
  return diff.split("…\n").reduce((done, part) => {
    const lines = part.split("\n").filter((line) => line !== "");
    const side = (mark: string): string =>
      lines.flatMap((line) => ((" " + mark).includes(line[0] ?? "") ? [line.slice(1)] : [])).join("\n");
    expect(done).toContain(side("-"));
    return done.replace(side("-"), () => side("+"));
  }, text);
}

test("each src/main.ts of the pages compiles in a new project, and so do the changes for an inbox", async () => {
  const { edit, root, says, stop } = await startDev();
  await says(/listening on \S+/);
  await stop();
  const errors = (): string => {
    const tsc = join(root, "node_modules/.bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "--noEmit", "-p", root], { cwd: root });
    return String(stdout);
  };
  const files = ["src/app.ts", "src/main.ts"];
  const product = (text: string): string => text.replaceAll("createMyToolsServer", "createNotesAppServer");
  const made = files.map((file) => readFileSync(join(root, file), "utf8"));
  for (const file of files) edit(file, (text) => changed(text, product(blockOf(file, pageOf("approvals")))));
  expect(errors()).toBe("");
  const [[app = ""], steps] = [files, "src/handlers/notes.ts"];
  edit(app, (text) => changed(text, product(blockOf(app, pageOf("programs")))));
  edit(steps, (text) => changed(text, blockOf(steps, pageOf("steps"))));
  edit("src/main.ts", (text) => changed(text, blockOf("src/main.ts, in a container")));
  expect(errors()).toBe("");
  edit("src/app.ts", (text) => text.replace("approvals, programs", "approval, programs"));
  expect(errors()).toContain("approval");
  files.forEach((file, at) => edit(file, () => made[at] ?? ""));

  const main = blockOf("src/main.ts");
  expect(main).toContain("postgresState");
  for (const text of [main, blockOf("src/main.ts", pageOf("run-a-server"))]) {
    expect(text).toContain("authenticate");
    edit("src/main.ts", () => text);
    expect(errors()).toBe("");
  }
  edit("src/main.ts", () => main.replace("scopes:", "scope:"));
  expect(errors()).toContain("'scope' does not exist");
});

test("systemd reads the unit and has nothing to say", () => {
  const unit = blockOf("/etc/systemd/system/my-tools.service");
  const folder = mkdtempSync(join(tmpdir(), "proviso-unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "my-tools.service");
  const verified = (text: string): string | undefined => {
    writeFileSync(file, text.replace("/usr/bin/node", process.execPath));
    const { error, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file]);
    // A machine without systemd reads no unit.
    return error ? undefined : `${stdout}${stderr}`;
  };
  expect(linesOf(unit, "=")("ExecStart")).toEqual(["/usr/bin/node dist/main.js --http"]);
  expect(unit.split("\n").filter((line) => !/^(?:\[\w+\]|[A-Z]\w+=\S.*|)$/.test(line))).toEqual([]);
  expect(verified(unit) ?? "").toBe("");
  const misspelt = unit.replace("ProtectHome", "ProtectHomes");
  expect(verified(misspelt) ?? "Unknown key 'ProtectHomes'").toContain("Unknown key 'ProtectHomes'");
});
