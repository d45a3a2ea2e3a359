import runtime from "handlebars/dist/handlebars.runtime.js";
import { compiledTemplates, compileOptions } from "virtual:proviso-templates";

/** In the page, Handlebars: the build has compiled the templates, so no code is made from text. A template's text is its name. */
export const handlebars = {
  create() {
    const made = runtime.create();
    const compile = (name: string, options: object): unknown => {
      const template = compiledTemplates[name];
      if (template === undefined || JSON.stringify(options) !== JSON.stringify(compileOptions))
        throw new Error(`the template ${name} is not compiled with these options`);
      return made.template(template);
    };
    return Object.assign(made, { compile });
  },
};
