import Handlebars from "handlebars";

/** Where a piece of a template stands: the variables that hold what it sees, and its number in a list. */
interface Scope {
  readonly view: string;
  readonly index: string;
  readonly depth: number;
}

const outermost: Scope = { view: "view", index: "", depth: 0 };

/** The functions of `src/markdown/template-functions.ts` that a compiled template may call. */
const functions = ["each", "get", "isThere", "show", "written"];

/**
 * A template as a module with one function, in the language of `src/markdown/template-functions.ts`. It knows what our templates use
 * of Handlebars: a template that uses more is an error.
 */
export function compileTemplate(name: string, text: string): string {
  const parsed = Handlebars.parse(text);
  const returned = program(parsed, outermost);
  // Words of a template are no calls.
  const calls = new Set(returned.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").match(/\w+(?=\()/g));
  const used = functions.filter((each) => calls.has(each));
  const partials = [...new Set(partialsIn(parsed))].toSorted();
  return [
    `import { ${[...used, "type View"].join(", ")} } from "../../markdown/template-functions.ts";`,
    ...partials.map((each) => `import { ${functionName(each)} } from "./${each}.ts";`),
    "",
    `export function ${functionName(name)}(view: View): string {\nreturn ${returned};\n}`,
  ].join("\n");
}

function partialsIn({ body }: hbs.AST.Program): string[] {
  return body.flatMap((statement) => {
    if (statement.type === "PartialStatement")
      return [((statement as hbs.AST.PartialStatement).name as hbs.AST.PathExpression).original];
    const { program: then, inverse } = statement as Partial<hbs.AST.BlockStatement>;
    return [then, inverse].flatMap((each) => (each ? partialsIn(each) : []));
  });
}

/** The name of the function of a template. */
export function functionName(template: string): string {
  return template.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function program({ body }: hbs.AST.Program, scope: Scope): string {
  const parts = body.map((statement) => code(statement, scope)).filter((part) => part !== '""');
  return parts.length === 0 ? '""' : parts.join(" + ");
}

function code(statement: hbs.AST.Statement, scope: Scope): string {
  switch (statement.type) {
    case "ContentStatement":
      return JSON.stringify((statement as hbs.AST.ContentStatement).value);
    case "MustacheStatement":
      return mustache(statement as hbs.AST.MustacheStatement, scope);
    case "BlockStatement":
      return block(statement as hbs.AST.BlockStatement, scope);
    case "PartialStatement":
      return partial(statement as hbs.AST.PartialStatement, scope);
    default:
      throw new Error(`templates have no ${statement.type}`);
  }
}

function mustache({ path, params, hash }: hbs.AST.MustacheStatement, scope: Scope): string {
  const { parts, data } = path as hbs.AST.PathExpression;
  if (path.type !== "PathExpression" || data || params.length > 0 || hash) throw unknown(path);
  const name = parts.at(-1);
  if (name === undefined) return `written(${scope.view})`;
  return `show(${lookUp(parts.slice(0, -1), scope)}, ${JSON.stringify(name)})`;
}

function block(statement: hbs.AST.BlockStatement, scope: Scope): string {
  const [value] = statement.params;
  const inverse = statement.inverse ? program(statement.inverse, scope) : '""';
  if (!value) throw unknown(statement.path);
  switch (statement.path.original) {
    case "if":
      return `(isThere(${expression(value, scope)}) ? ${program(statement.program, scope)} : ${inverse})`;
    case "unless":
      return `(isThere(${expression(value, scope)}) ? ${inverse} : ${program(statement.program, scope)})`;
    case "each": {
      if (statement.inverse) throw unknown(statement.path);
      const depth = scope.depth + 1;
      const inner = { view: `item${depth}`, index: `index${depth}`, depth };
      const body = program(statement.program, inner);
      const names = body.includes(inner.index) ? `${inner.view}, ${inner.index}` : inner.view;
      return `each(${expression(value, scope)}, (${names}) => ${body})`;
    }
    default:
      throw unknown(statement.path);
  }
}

function partial({ name, params, hash, indent }: hbs.AST.PartialStatement, scope: Scope): string {
  const [context] = params;
  if (name.type !== "PathExpression" || indent) throw unknown(name);
  const view = context ? expression(context, scope) : scope.view;
  const call = functionName((name as hbs.AST.PathExpression).original);
  if (!hash) return `${call}(${view})`;
  const pairs = hash.pairs.map(({ key, value }) => `${JSON.stringify(key)}: ${expression(value, scope)}`);
  return `${call}({ ${pairs.join(", ")} })`;
}

function expression(value: hbs.AST.Expression, scope: Scope): string {
  if (value.type !== "PathExpression") throw unknown(value);
  const { parts, data } = value as hbs.AST.PathExpression;
  if (!data) return lookUp(parts, scope);
  if (parts.join() !== "first" || scope.depth === 0) throw unknown(value);
  return `${scope.index} === 0`;
}

function lookUp(parts: readonly string[], scope: Scope): string {
  return parts.reduce((view, name) => `get(${view}, ${JSON.stringify(name)})`, scope.view);
}

function unknown({ type, loc }: hbs.AST.Node): Error {
  return new Error(`this ${type} in line ${loc.start.line} is more than our templates need`);
}
