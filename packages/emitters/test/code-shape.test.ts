import fc from "fast-check";
import { expect, test } from "vitest";
import { fillShape, partOf, shapeOf, shapesIn } from "../src/typescript/code-shape.ts";
import { commentText, docComment, docText } from "../src/typescript/doc-comment.ts";
import { formatted } from "../src/typescript/format.ts";
import { typeScriptText } from "../src/typescript/typescript-text.ts";
import type { TypeScriptPart } from "../src/typescript/typescript-text.ts";

const name = fc.stringMatching(/^x[a-z_]{0,2}[0-9]{0,2}_{0,2}$/);
const property = fc.oneof(
  name,
  name.map((text) => JSON.stringify(`${text} "'\`*/ __0__`)),
);
const docs = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.lorem({ maxCount: 40 }),
      fc.constant("`__0__` /** __1__ */\n- b"),
    ),
    {
      maxLength: 2,
    },
  )
  .map((texts) => (texts.length === 0 ? [] : [docText(...texts.map(commentText))]));
const member = fc
  .tuple(property, docs)
  .map(([key, [text = ""]]) => `${text && docComment(text)}\n${key}: string;`);
const type = fc.oneof(
  fc.constantFrom("string", "readonly number[]", '"__0__" | `__1__`', "Promise<Result<A, B>>", "{}"),
  fc.array(member, { minLength: 1, maxLength: 3 }).map((members) => `{\n${members.join("\n")}\n}`),
);
const properties = fc.array(
  fc.record({ name: property, type, docs, isReadonly: fc.constant(true), hasQuestionToken: fc.boolean() }),
  { maxLength: 4 },
);
const parameters = fc.uniqueArray(fc.record({ name, type, hasQuestionToken: fc.constant(true) }), {
  maxLength: 2,
  selector: (each) => each.name,
});
const typeParameters = fc.subarray(["Ports"]);
const moduleSpecifier = fc.constantFrom("./a.ts", "@acme/server", './it\'s "quoted" \\.ts');
const isTypeOnly = fc.boolean();
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });

/** Every kind of part, with every field that emitters use. */
const part: fc.Arbitrary<TypeScriptPart> = fc.oneof(
  fc.record({ kind: fc.constant("interface" as const), name, typeParameters, properties, docs }),
  fc.record({ kind: fc.constant("typeAlias" as const), name, type, docs }),
  fc.record({
    kind: fc.constant("constant" as const),
    name,
    type,
    initializer: fc.constantFrom("1", "{\na: `__0__`,\n}"),
    docs,
  }),
  fc.record({
    kind: fc.constant("function" as const),
    name,
    typeParameters,
    parameters,
    returnType: type,
    statements: fc.subarray(["const a = 1;", "return {\na,\n};"]),
    docs,
  }),
  fc.record({ kind: fc.constant("import" as const), moduleSpecifier, isTypeOnly, namedImports: names }),
  fc.record({
    kind: fc.constant("import" as const),
    moduleSpecifier,
    namedImports: fc.record({ name, alias: name, isTypeOnly }).map((each) => [each]),
  }),
  fc.record({ kind: fc.constant("export" as const), moduleSpecifier, isTypeOnly, namedExports: names }),
);

function code(whole: TypeScriptPart): string {
  return fillShape(shapeOf(whole), (shape) => typeScriptText(partOf(shape)));
}

test("by its shape, a part is printed as ts-morph prints it whole", async () => {
  await fc.assert(
    fc.asyncProperty(part, async (whole) => {
      expect(await formatted("a.ts", code(whole))).toBe(await formatted("a.ts", typeScriptText(whole)));
    }),
    { numRuns: 1000 },
  );
});

test("no text is in a shape", () => {
  const left = /^(interface|property|method|typeAlias|constant|function|import|export|__\d+__|)$/;
  const textsIn = (value: unknown): readonly unknown[] =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [value];
  const texts = fc
    .sample(part, 200)
    .flatMap((whole) => shapesIn(shapeOf(whole)).map(partOf).flatMap(textsIn));
  expect(texts.filter((text) => typeof text === "string" && !left.test(text))).toEqual([]);
});

test("members are shapes of their own, so that one more makes no new one", () => {
  const one = { name: "a", type: "string" };
  const shapesOf = (...members: readonly (typeof one)[]): ReadonlySet<string> =>
    new Set(
      shapesIn(shapeOf({ kind: "interface", name: "A", properties: [...members] })).map(({ key }) => key),
    );
  expect(shapesOf(one, { name: "b", type: "number" })).toEqual(shapesOf(one));
});
