import type { Located } from "./document.ts";
import { type FieldShape, text } from "./shape.ts";

export interface NameRule {
  readonly pattern: RegExp;
  readonly wanted: string;
}

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export const domainRule: NameRule = { pattern: snakeCase, wanted: "a lower-case name such as `emails`" };
export const verbRule: NameRule = {
  pattern: snakeCase,
  wanted: "a verb in snake case such as `send_external`",
};
// The lengths keep codes and names readable in tables and anchors of the documentation.
export const failureRule: NameRule = {
  pattern: /^(?=.{1,60}$)[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
  wanted: "a code in snake case such as `invalid_recipient`, of at most 60 characters",
};
export const effectRule: NameRule = {
  pattern: failureRule.pattern,
  wanted: "a name in snake case such as `card_charged`, of at most 60 characters",
};
export const typeRule: NameRule = {
  pattern: /^[a-z][A-Za-z0-9]*$/,
  wanted: "a name in camel case such as `fileId`",
};
export const permissionRule: NameRule = {
  pattern: /^(?=.{1,120}$)[a-z][a-z0-9_-]*(:[a-z0-9][a-z0-9_-]*)+$/,
  wanted: "a permission such as `emails:send`, of at most 120 characters",
};

export const domainNameShape: FieldShape<Located<string>> = text(domainRule.wanted, domainRule.pattern);
export const permissionName: FieldShape<Located<string>> = text(
  permissionRule.wanted,
  permissionRule.pattern,
);
