declare module "virtual:proviso-templates" {
  export const compileOptions: object;
  /** By name. */
  export const compiledTemplates: Readonly<Record<string, object>>;
}
declare module "virtual:proviso-shapes" {
  /** The entries of a `PrintedShapes`. */
  export const shapes: readonly (readonly [string, string])[];
}
declare module "handlebars/dist/handlebars.js" {
  export = Handlebars;
}
declare module "handlebars/dist/handlebars.runtime.js" {
  const runtime: {
    create(): { template(compiled: object): unknown; registerPartial(name: string, partial: unknown): void };
  };
  export = runtime;
}
