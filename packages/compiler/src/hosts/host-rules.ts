import type { AnyHostRule } from "./facts/host-rule.ts";
import { arrayItems } from "./rules/array-items.ts";
import { compositionAtTheTop } from "./rules/composition-at-the-top.ts";
import { descriptionLength } from "./rules/description-length.ts";
import { enumOfText } from "./rules/enum-of-text.ts";
import { propertyName } from "./rules/property-name.ts";
import { schemaReference } from "./rules/schema-reference.ts";
import { strictMode } from "./rules/strict-mode.ts";
import { strictSize } from "./rules/strict-size.ts";
import { toolCount } from "./rules/tool-count.ts";
import { toolNameCharacters } from "./rules/tool-name-characters.ts";
import { toolNameLength } from "./rules/tool-name-length.ts";
import { typeMissing } from "./rules/type-missing.ts";
import { typeUnion } from "./rules/type-union.ts";

/** All host rules. Help, pages and tests derive from this array. */
export const hostRules: readonly AnyHostRule[] = [
  toolNameCharacters,
  toolNameLength,
  toolCount,
  descriptionLength,
  compositionAtTheTop,
  propertyName,
  schemaReference,
  enumOfText,
  typeMissing,
  typeUnion,
  arrayItems,
  strictMode,
  strictSize,
];
