import { type Json, type JsonObject, listOf, objectOf } from "@proviso/manifest";
import { isSame } from "../facts/json-value.ts";
import { bySets, difference, inside, type Walk, type Differences } from "./difference.ts";

/** The keywords about properties. */
export function compareObjects(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  return [
    ...compareProperties(before, after, walk),
    ...comparePatterns(before, after, walk),
    ...compareOne("additionalProperties", before, after, walk),
    ...compareOne("propertyNames", before, after, walk),
    ...compareMaps("dependentSchemas", before, after, walk),
    ...compareDependent(before, after, walk),
  ];
}

/** A keyword that holds one schema; without it, every value is valid. */
export function compareOne(key: string, before: JsonObject, after: JsonObject, walk: Walk): Differences {
  return walk.compare(before[key] ?? true, after[key] ?? true, inside(walk, key));
}

function compareMaps(key: string, before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const [was, is] = [objectOf(before[key]), objectOf(after[key])];
  return namesOf(was, is).flatMap((name) =>
    walk.compare(own(was, name) ?? true, own(is, name) ?? true, inside(walk, key, name)),
  );
}

/** `a: [b]` requires `b` where there is an `a`. */
function compareDependent(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const [was, is] = [objectOf(before["dependentRequired"]), objectOf(after["dependentRequired"])];
  return namesOf(was, is).flatMap((name) => {
    const [first, second] = [listOf(own(was, name)), listOf(own(is, name))];
    const at = inside(walk, "dependentRequired", name);
    const values = [own(was, name), own(is, name)] as const;
    return [
      ...(second.every((each) => first.includes(each)) ? [] : [difference(at, "narrows", ...values)]),
      ...(first.every((each) => second.includes(each)) ? [] : [difference(at, "widens", ...values)]),
    ];
  });
}

interface Sides {
  readonly was: JsonObject;
  readonly is: JsonObject;
  /** What properties without their own schema have to fit; undefined if patterns may decide. */
  readonly otherwiseBefore: Json | undefined;
  readonly otherwiseAfter: Json | undefined;
}

function compareProperties(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const sides = sidesOf(before, after);
  const { was, is } = sides;
  const names = namesOf(was, is);
  const common = names.filter((name) => Object.hasOwn(was, name) && Object.hasOwn(is, name));
  const single = names.filter((name) => !common.includes(name));
  const context = { before, after, walk: inside(walk, "properties"), sides };
  const closed = single.filter((name) => otherwiseOf(name, sides) === false);
  return [
    ...compareRequired(before, after, closed, inside(walk, "required")),
    ...common.flatMap((name) =>
      walk.compare(own(was, name) ?? true, own(is, name) ?? true, inside(walk, "properties", name)),
    ),
    ...single.flatMap((name) => compareSingle(name, single, context)),
  ];
}

/** Where the property is not named, what it has to fit. */
function otherwiseOf(name: string, { is, otherwiseBefore, otherwiseAfter }: Sides): Json | undefined {
  return Object.hasOwn(is, name) ? otherwiseBefore : otherwiseAfter;
}

/** The difference of a property says itself whether it is required. */
function compareRequired(
  before: JsonObject,
  after: JsonObject,
  told: readonly string[],
  walk: Walk,
): Differences {
  const setOf = (value: Json | undefined): ReadonlySet<string> =>
    new Set(listOf(value).flatMap((name) => (told.includes(String(name)) ? [] : [String(name)])));
  const [was, is] = [before["required"], after["required"]];
  // A schema that requires more accepts less.
  return bySets(walk, [was, is], setOf(is), setOf(was));
}

function sidesOf(before: JsonObject, after: JsonObject): Sides {
  const hasPatterns = [before, after].some(
    ({ patternProperties }) => Object.keys(objectOf(patternProperties)).length > 0,
  );
  const otherwise = ({ additionalProperties = true }: JsonObject): Json | undefined =>
    hasPatterns ? undefined : additionalProperties;
  return {
    was: objectOf(before["properties"]),
    is: objectOf(after["properties"]),
    otherwiseBefore: otherwise(before),
    otherwiseAfter: otherwise(after),
  };
}

interface ComparisonContext {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly walk: Walk;
  readonly sides: Sides;
}

/** A property that only one of the two names. */
function compareSingle(
  name: string,
  single: readonly string[],
  { before, after, walk, sides }: ComparisonContext,
): Differences {
  const { was, is, otherwiseBefore, otherwiseAfter } = sides;
  const isNew = Object.hasOwn(is, name);
  const [one, other] = [own(was, name) ?? otherwiseBefore, own(is, name) ?? otherwiseAfter];
  const at = inside(walk, name);
  const values = [own(was, name), own(is, name)] as const;
  if (one === undefined || other === undefined) return [difference(at, "unclear", ...values)];
  const found = walk.compare(one, other, at);
  if (otherwiseOf(name, sides) !== false) {
    const effects = new Set(found.map(({ effect }) => effect));
    return [...effects].map((effect) => difference(at, effect, ...values));
  }
  if (found.length === 0) return [];
  const isRequired = listOf((isNew ? after : before)["required"]).includes(name);
  const others = single.filter((each) => Object.hasOwn(is, each) !== isNew);
  const mine = own(isNew ? is : was, name);
  const isRenamed = others.some((each) => isSame(own(isNew ? was : is, each), mine));
  const property = { isRequired, isReplacing: others.length > 0 && !isRenamed };
  // A required property that is new: no value that was valid is, and the reverse.
  const effect = isRequired ? "unclear" : isNew ? "widens" : "narrows";
  return [{ ...difference(at, effect, ...values), property }];
}

function comparePatterns(before: JsonObject, after: JsonObject, walk: Walk): Differences {
  const [was, is] = [objectOf(before["patternProperties"]), objectOf(after["patternProperties"])];
  return namesOf(was, is).flatMap((pattern) => {
    const at = inside(walk, "patternProperties", pattern);
    const [one, other] = [own(was, pattern), own(is, pattern)];
    // What a pattern matches is no longer an additional property.
    if (one === undefined || other === undefined) return [difference(at, "unclear", one, other)];
    return walk.compare(one, other, at);
  });
}

function own(map: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

function namesOf(one: JsonObject, other: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}
