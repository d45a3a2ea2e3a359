import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compiled, importList } from "./foreign-lists.ts";
import { anyValue, names, whole } from "./written-schemas.ts";

const options = { strict: false, logger: false, ownProperties: true } as const;

function validator(schema: unknown): ((data: unknown) => boolean) | undefined {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  try {
    const validate = ajv.compile(schema as object);
    return (data) => {
      try {
        return validate(data);
      } catch {
        // A reference to itself.
        return false;
      }
    };
  } catch {
    return undefined;
  }
}

test("an imported schema accepts exactly what the server's own does", () => {
  let compared = 0;
  let [tried, noted] = [0, 0];
  fc.assert(
    fc.property(
      whole,
      fc.array(fc.dictionary(fc.constantFrom(...names), anyValue, { maxKeys: 4, noNullPrototype: true }), {
        minLength: 30,
        maxLength: 30,
      }),
      (schema, values) => {
        const original = validator(schema);
        fc.pre(original !== undefined);
        const imported = importList([{ name: "run", inputSchema: schema }]);
        const tool = compiled(imported).get("run");
        tried += 1;
        noted += imported.notes.length > 0 ? 1 : 0;
        if (imported.notes.length > 0) return;
        const ours = validator(tool?.inputSchema);
        for (const each of values) {
          compared += 1;
          expect({ each, accepts: ours?.(each) }).toEqual({ each, accepts: original?.(each) });
        }
      },
    ),
    { numRuns: 40, seed: 15 },
  );
  expect(compared).toBeGreaterThan(800);
  expect(noted).toBeLessThan(tried / 4);
});
