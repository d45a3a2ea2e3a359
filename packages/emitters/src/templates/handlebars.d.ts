/// <reference types="handlebars" />
// The library in one file, where its entry point loads forty. It has the types of the package.
declare module "handlebars/dist/handlebars.js" {
  export = Handlebars;
}
