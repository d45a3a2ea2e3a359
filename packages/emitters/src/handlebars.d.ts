/// <reference types="handlebars" />
// The library in one file, where its entry points load up to forty. Both have the types of the package.
declare module "handlebars/dist/handlebars.js" {
  export = Handlebars;
}
declare module "handlebars/dist/handlebars.runtime.js" {
  export = Handlebars;
}
