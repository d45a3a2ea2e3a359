import type { AnyHostRule } from "./host-rule.ts";
import { arrayItems } from "./array-items.ts";
import { compositionAtTheTop } from "./composition-at-the-top.ts";
import { descriptionLength } from "./description-length.ts";
import { enumOfText } from "./enum-of-text.ts";
import { propertyName } from "./property-name.ts";
import { schemaReference } from "./schema-reference.ts";
import { strictMode } from "./strict-mode.ts";
import { strictSize } from "./strict-size.ts";
import { toolCount } from "./tool-count.ts";
import { toolNameCharacters } from "./tool-name-characters.ts";
import { toolNameLength } from "./tool-name-length.ts";
import { typeMissing } from "./type-missing.ts";
import { typeUnion } from "./type-union.ts";

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
