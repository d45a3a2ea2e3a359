/// <reference types="handlebars" />
// Handlebars in one file: its main entry point loads forty. The types are those of the package.
declare module "handlebars/dist/handlebars.js" {
  export = Handlebars;
}
