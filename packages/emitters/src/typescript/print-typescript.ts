import { type CodeShape, type PrintedShapes, fillShape, partOf, shapeOf, shapesIn } from "./code-shape.ts";
import type { EmittedFile } from "../text/emitted-file.ts";
import { formatted } from "./format.ts";
import type { TypeScriptFile } from "./typescript-text.ts";

export type { TypeScriptFile, TypeScriptImport, TypeScriptStatement } from "./typescript-text.ts";

/** ts-morph is slow to load, so it prints each shape of code once; see `code-shape.ts`. */
export async function printTypeScript(
  { path, notice, imports, statements }: TypeScriptFile,
  shapes: PrintedShapes = new Map(),
): Promise<EmittedFile> {
  const importShapes = imports.map((each) => shapeOf({ ...each, kind: "import" }));
  const statementShapes = statements.map(shapeOf);
  await printNew([...importShapes, ...statementShapes], shapes);
  const codeOf = (shape: CodeShape): string => fillShape(shape, ({ key }) => shapes.get(key) ?? "");
  const parts = statementShapes.map((shape, index) => {
    // Consecutive re-exports have no empty line between them.
    const isJoined = statements[index]?.kind === "export" && statements[index - 1]?.kind === "export";
    return `${isJoined ? "" : "\n"}${codeOf(shape)}`;
  });
  const text = [`// ${notice}`, "", ...importShapes.map(codeOf), ...parts].join("\n");
  return { path, text: await formatted(path, text) };
}

async function printNew(used: readonly CodeShape[], shapes: PrintedShapes): Promise<void> {
  const missing = used.flatMap(shapesIn).filter(({ key }) => !shapes.has(key));
  if (missing.length === 0) return;
  const { typeScriptText } = await import("./typescript-text.ts");
  for (const shape of missing)
    if (!shapes.has(shape.key)) shapes.set(shape.key, typeScriptText(partOf(shape)));
}
