import { camelCase } from "@proviso/manifest";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { builtInTypes } from "../schemas/scope.ts";
import type { FileFields, Named } from "./document.ts";
import { localReferences } from "../schemas/local-references.ts";
import { LocalTypeNames, nameLocalTypes } from "../schemas/local-types.ts";

/**
 * A pasted schema refers to parts of itself: `$ref: '#/$defs/point'`. Each such part becomes a
 * named type of the file, so that nothing after this knows any other kind of reference.
 */
export function withLocalTypes(fields: Partial<FileFields>, misread: readonly string[]): Partial<FileFields> {
  const { types = [], tools = [] } = fields;
  const names = new LocalTypeNames([...types.map(({ name }) => name), ...misread, ...builtInTypes.keys()]);
  const added: Named<SyntaxNode>[] = [];
  const local = (node: SyntaxNode, owner: string, isType = false): SyntaxNode => {
    if (localReferences(node).length === 0) return node;
    const schema = nameLocalTypes(node, owner, names, isType);
    added.push(...schema.types);
    return schema.root;
  };
  const inTypes = types.map((type) => ({ ...type, value: local(type.value, type.name, true) }));
  const inTools = tools.map((tool) => {
    const { inputSchema, outputSchema, dryRun } = tool.value.fields;
    const owner = camelCase(tool.name);
    const preview = dryRun?.fields.preview;
    const schemas = {
      ...(inputSchema && { inputSchema: local(inputSchema, `${owner}Input`) }),
      ...(outputSchema && { outputSchema: local(outputSchema, `${owner}Output`) }),
      ...(dryRun &&
        preview && {
          dryRun: { ...dryRun, fields: { ...dryRun.fields, preview: local(preview, `${owner}Preview`) } },
        }),
    };
    return { ...tool, value: { ...tool.value, fields: { ...tool.value.fields, ...schemas } } };
  });
  if (added.length === 0) return fields;
  return { ...fields, types: [...inTypes, ...added], ...(fields.tools && { tools: inTools }) };
}
