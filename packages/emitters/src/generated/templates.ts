// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// `pnpm exec vitest run test/templates.test.ts -u`. What Handlebars makes of a template has no types.
// @ts-nocheck
import type { TemplateName } from "../known-names.ts";

/** The built-in templates, compiled: a process that compiled them would do nothing else for a while. */
export const templates: Readonly<Record<TemplateName, object>> = {
"frontmatter": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "  badge: { text: "
    + ((stack1 = alias2(alias1(lookupProperty(depth0,"tool"), "riskLevel", {"start":{"line":9,"column":19},"end":{"line":9,"column":33}} ), depth0)) != null ? stack1 : "")
    + ", variant: "
    + ((stack1 = alias2(alias1(lookupProperty(depth0,"tool"), "badge", {"start":{"line":9,"column":48},"end":{"line":9,"column":58}} ), depth0)) != null ? stack1 : "")
    + " }\ntool:\n  name: "
    + ((stack1 = alias2(alias1(lookupProperty(depth0,"tool"), "name", {"start":{"line":11,"column":10},"end":{"line":11,"column":19}} ), depth0)) != null ? stack1 : "")
    + "\n  riskLevel: "
    + ((stack1 = alias2(alias1(lookupProperty(depth0,"tool"), "riskLevel", {"start":{"line":12,"column":15},"end":{"line":12,"column":29}} ), depth0)) != null ? stack1 : "")
    + "\n  asks: "
    + ((stack1 = alias2(alias1(lookupProperty(depth0,"tool"), "asks", {"start":{"line":13,"column":10},"end":{"line":13,"column":19}} ), depth0)) != null ? stack1 : "")
    + "\n  readOnly: "
    + ((stack1 = alias2(alias1(lookupProperty(lookupProperty(depth0,"tool"),"hints"), "readOnlyHint", {"start":{"line":14,"column":14},"end":{"line":14,"column":37}} ), depth0)) != null ? stack1 : "")
    + "\n  destructive: "
    + ((stack1 = alias2(alias1(lookupProperty(lookupProperty(depth0,"tool"),"hints"), "destructiveHint", {"start":{"line":15,"column":17},"end":{"line":15,"column":43}} ), depth0)) != null ? stack1 : "")
    + "\n  idempotent: "
    + ((stack1 = alias2(alias1(lookupProperty(lookupProperty(depth0,"tool"),"hints"), "idempotentHint", {"start":{"line":16,"column":16},"end":{"line":16,"column":41}} ), depth0)) != null ? stack1 : "")
    + "\n  openWorld: "
    + ((stack1 = alias2(alias1(lookupProperty(lookupProperty(depth0,"tool"),"hints"), "openWorldHint", {"start":{"line":17,"column":15},"end":{"line":17,"column":39}} ), depth0)) != null ? stack1 : "")
    + "\n  agentic: "
    + ((stack1 = alias2(alias1(lookupProperty(lookupProperty(depth0,"tool"),"hints"), "agencyHint", {"start":{"line":18,"column":13},"end":{"line":18,"column":34}} ), depth0)) != null ? stack1 : "")
    + "\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "---\n# "
    + ((stack1 = alias2(alias1(depth0, "notice", {"start":{"line":2,"column":4},"end":{"line":2,"column":10}} ), depth0)) != null ? stack1 : "")
    + "\ntitle: "
    + ((stack1 = alias2(alias1(depth0, "title", {"start":{"line":3,"column":9},"end":{"line":3,"column":14}} ), depth0)) != null ? stack1 : "")
    + "\ndescription: "
    + ((stack1 = alias2(alias1(depth0, "description", {"start":{"line":4,"column":15},"end":{"line":4,"column":26}} ), depth0)) != null ? stack1 : "")
    + "\nsidebar:\n  label: "
    + ((stack1 = alias2(alias1(depth0, "label", {"start":{"line":6,"column":11},"end":{"line":6,"column":16}} ), depth0)) != null ? stack1 : "")
    + "\n  order: "
    + ((stack1 = alias2(alias1(depth0, "order", {"start":{"line":7,"column":11},"end":{"line":7,"column":16}} ), depth0)) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"tool"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":8,"column":0},"end":{"line":19,"column":7}}})) != null ? stack1 : "")
    + "---\n";
},"useData":true},

"tool-table": {"0":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "| Tool | What it does | Risk | A person is asked | Changes |\n| --- | --- | --- | --- | --- |\n"
    + ((stack1 = container.lambda(container.strict(depth0, "rows", {"start":{"line":4,"column":2},"end":{"line":4,"column":6}} ), depth0)) != null ? stack1 : "")
    + "\n";
},"1":function(container,depth0,helpers,partials,data) {
    return "There is no such tool.\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"rows"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.program(1, data, 0),"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":7,"column":7}}})) != null ? stack1 : "");
},"useData":true},

"field-table": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "| Field | Type | Required | Meaning |\n| --- | --- | --- | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"fields"),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":4,"column":0},"end":{"line":6,"column":9}}})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":5,"column":4},"end":{"line":5,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "type", {"start":{"line":5,"column":15},"end":{"line":5,"column":19}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"required"),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.program(3, data, 0),"data":data,"loc":{"start":{"line":5,"column":24},"end":{"line":5,"column":60}}})) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "notes", {"start":{"line":5,"column":65},"end":{"line":5,"column":70}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"2":function(container,depth0,helpers,partials,data) {
    return "yes";
},"3":function(container,depth0,helpers,partials,data) {
    return "no";
},"4":function(container,depth0,helpers,partials,data) {
    return "No fields.\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"fields"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.program(4, data, 0),"data":data,"loc":{"start":{"line":1,"column":0},"end":{"line":9,"column":7}}})) != null ? stack1 : "");
},"useData":true},

"index": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "label", {"start":{"line":8,"column":4},"end":{"line":8,"column":9}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "count", {"start":{"line":8,"column":16},"end":{"line":8,"column":21}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":16,"column":4},"end":{"line":16,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "count", {"start":{"line":16,"column":15},"end":{"line":16,"column":20}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "meaning", {"start":{"line":16,"column":27},"end":{"line":16,"column":34}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"frontmatter"),lookupProperty(depth0,"frontmatter"),{"name":"frontmatter","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\nEverything that "
    + ((stack1 = container.lambda(container.strict(depth0, "product", {"start":{"line":3,"column":18},"end":{"line":3,"column":25}} ), depth0)) != null ? stack1 : "")
    + " lets an agent or a program do, as its contracts say it.\n\n| What | Count |\n| --- | ---: |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"counts"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":7,"column":0},"end":{"line":9,"column":9}}})) != null ? stack1 : "")
    + "\n## Tools by risk\n\n| Level | Tools | What it means |\n| --- | ---: | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"levels"),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":15,"column":0},"end":{"line":17,"column":9}}})) != null ? stack1 : "")
    + "\nMore ways to look at them: [by safety](by-safety/index.md), [by category](by-category/index.md), [by permission](by-permission/index.md), [by failure mode](failure-modes/index.md).\n\n## Domains\n\n| Domain | Tools | What it is about |\n| --- | ---: | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"domains"),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":25,"column":0},"end":{"line":27,"column":9}}})) != null ? stack1 : "");
},"usePartial":true,"useData":true},

"groups": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":8,"column":4},"end":{"line":8,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "count", {"start":{"line":8,"column":15},"end":{"line":8,"column":20}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "meaning", {"start":{"line":8,"column":27},"end":{"line":8,"column":34}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"frontmatter"),lookupProperty(depth0,"frontmatter"),{"name":"frontmatter","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = alias2(alias1(depth0, "intro", {"start":{"line":3,"column":2},"end":{"line":3,"column":7}} ), depth0)) != null ? stack1 : "")
    + "\n\n| "
    + ((stack1 = alias2(alias1(depth0, "heading", {"start":{"line":5,"column":4},"end":{"line":5,"column":11}} ), depth0)) != null ? stack1 : "")
    + " | Tools | Meaning |\n| --- | ---: | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"groups"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":7,"column":0},"end":{"line":9,"column":9}}})) != null ? stack1 : "");
},"usePartial":true,"useData":true},

"by-safety": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":10,"column":4},"end":{"line":10,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "count", {"start":{"line":10,"column":15},"end":{"line":10,"column":20}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "meaning", {"start":{"line":10,"column":27},"end":{"line":10,"column":34}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"frontmatter"),lookupProperty(depth0,"frontmatter"),{"name":"frontmatter","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\nThe risk level says who decides. The behaviours are derived from the side effects that a contract lists, so they cannot be claimed.\n\n## By risk level\n\n| Level | Tools | What it means |\n| --- | ---: | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"levels"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":9,"column":0},"end":{"line":11,"column":9}}})) != null ? stack1 : "")
    + "\n## By behaviour\n\n| Behaviour | Tools | What it means |\n| --- | ---: | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"behaviours"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":17,"column":0},"end":{"line":19,"column":9}}})) != null ? stack1 : "")
    + "\n## Every tool\n\n| Tool | Risk | Read-only | Destructive | Open world | Agentic | A person is asked |\n| --- | --- | --- | --- | --- | --- | --- |\n"
    + ((stack1 = container.lambda(container.strict(depth0, "rows", {"start":{"line":25,"column":2},"end":{"line":25,"column":6}} ), depth0)) != null ? stack1 : "")
    + "\n";
},"usePartial":true,"useData":true},

"safety-row": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":1,"column":4},"end":{"line":1,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "risk", {"start":{"line":1,"column":15},"end":{"line":1,"column":19}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "readOnly", {"start":{"line":1,"column":26},"end":{"line":1,"column":34}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "destructive", {"start":{"line":1,"column":41},"end":{"line":1,"column":52}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "openWorld", {"start":{"line":1,"column":59},"end":{"line":1,"column":68}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "agentic", {"start":{"line":1,"column":75},"end":{"line":1,"column":82}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "asks", {"start":{"line":1,"column":89},"end":{"line":1,"column":93}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"useData":true},

"tool-list": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"frontmatter"),lookupProperty(depth0,"frontmatter"),{"name":"frontmatter","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = container.lambda(container.strict(depth0, "meaning", {"start":{"line":3,"column":2},"end":{"line":3,"column":9}} ), depth0)) != null ? stack1 : "")
    + "\n\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"tool-table"),depth0,{"name":"tool-table","hash":{"rows":lookupProperty(depth0,"rows")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true},

"tool-row": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":1,"column":4},"end":{"line":1,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "summary", {"start":{"line":1,"column":15},"end":{"line":1,"column":22}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "risk", {"start":{"line":1,"column":29},"end":{"line":1,"column":33}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "asks", {"start":{"line":1,"column":40},"end":{"line":1,"column":44}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "changes", {"start":{"line":1,"column":51},"end":{"line":1,"column":58}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"useData":true},

"tool": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "> **Deprecated.** "
    + ((stack1 = container.lambda(container.strict(lookupProperty(depth0,"deprecated"), "reason", {"start":{"line":6,"column":20},"end":{"line":6,"column":37}} ), depth0)) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(lookupProperty(depth0,"deprecated"),"successor"),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":6,"column":39},"end":{"line":6,"column":112}}})) != null ? stack1 : "")
    + "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return " Use "
    + ((stack1 = container.lambda(container.strict(lookupProperty(depth0,"deprecated"), "successor", {"start":{"line":6,"column":74},"end":{"line":6,"column":94}} ), depth0)) != null ? stack1 : "")
    + " instead.";
},"2":function(container,depth0,helpers,partials,data) {
    var stack1;

  return ": "
    + ((stack1 = container.lambda(container.strict(depth0, "behaviours", {"start":{"line":11,"column":67},"end":{"line":11,"column":77}} ), depth0)) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "| Owner | "
    + ((stack1 = container.lambda(container.strict(depth0, "owner", {"start":{"line":19,"column":12},"end":{"line":19,"column":17}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"4":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "Only a caller that holds "
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(lookupProperty(depth0,"permissions"),"1"),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.program(6, data, 0),"data":data,"loc":{"start":{"line":27,"column":25},"end":{"line":27,"column":102}}})) != null ? stack1 : "")
    + ":\n\n| Permission | What it allows |\n| --- | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"permissions"),{"name":"each","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":31,"column":0},"end":{"line":33,"column":9}}})) != null ? stack1 : "");
},"5":function(container,depth0,helpers,partials,data) {
    return "all of these permissions";
},"6":function(container,depth0,helpers,partials,data) {
    return "this permission";
},"7":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":32,"column":4},"end":{"line":32,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "meaning", {"start":{"line":32,"column":15},"end":{"line":32,"column":22}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"8":function(container,depth0,helpers,partials,data) {
    return "No permission is needed.\n";
},"9":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "Before the call, each of these requirements has to be met:\n\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"requirements"),{"name":"each","hash":{},"fn":container.program(10, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":41,"column":0},"end":{"line":43,"column":9}}})) != null ? stack1 : "");
},"10":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "- "
    + ((stack1 = container.lambda(depth0, depth0)) != null ? stack1 : "")
    + "\n";
},"11":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "| Effect | What happens | Can be undone | Leaves the system |\n| --- | --- | --- | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"sideEffects"),{"name":"each","hash":{},"fn":container.program(12, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":59,"column":0},"end":{"line":61,"column":9}}})) != null ? stack1 : "");
},"12":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "kind", {"start":{"line":60,"column":4},"end":{"line":60,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "description", {"start":{"line":60,"column":15},"end":{"line":60,"column":26}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "reversible", {"start":{"line":60,"column":33},"end":{"line":60,"column":43}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "external", {"start":{"line":60,"column":50},"end":{"line":60,"column":58}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"13":function(container,depth0,helpers,partials,data) {
    return "Nothing. It has no side effect.\n";
},"14":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "## Milder for some arguments\n\nAll the above is the worst case. Of these, the first whose condition is true holds instead. If a condition before that cannot be\ndecided, the worst case holds.\n\n| When | Risk level | A person is asked | Stronger log-in | Changes |\n| --- | --- | --- | --- | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"refinements"),{"name":"each","hash":{},"fn":container.program(15, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":78,"column":0},"end":{"line":80,"column":9}}})) != null ? stack1 : "")
    + "\n";
},"15":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "when", {"start":{"line":79,"column":4},"end":{"line":79,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "risk", {"start":{"line":79,"column":15},"end":{"line":79,"column":19}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "asks", {"start":{"line":79,"column":26},"end":{"line":79,"column":30}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "stepUp", {"start":{"line":79,"column":37},"end":{"line":79,"column":43}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "changes", {"start":{"line":79,"column":50},"end":{"line":79,"column":57}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"16":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "## Plan of a dry run\n\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"field-table"),depth0,{"name":"field-table","hash":{"fields":lookupProperty(depth0,"plan")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"17":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "code", {"start":{"line":104,"column":4},"end":{"line":104,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "description", {"start":{"line":104,"column":15},"end":{"line":104,"column":26}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "retry", {"start":{"line":104,"column":33},"end":{"line":104,"column":38}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "origin", {"start":{"line":104,"column":45},"end":{"line":104,"column":51}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"18":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "question", {"start":{"line":112,"column":4},"end":{"line":112,"column":12}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "answer", {"start":{"line":112,"column":19},"end":{"line":112,"column":25}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"19":function(container,depth0,helpers,partials,data) {
    return "**All three at once.** Text from outsiders could steer an agent to send private data out. A careful host asks a person before each call.\n";
},"20":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "## Examples\n\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"examples"),{"name":"each","hash":{},"fn":container.program(21, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":122,"column":0},"end":{"line":135,"column":9}}})) != null ? stack1 : "");
},"21":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "**"
    + ((stack1 = alias2(alias1(depth0, "title", {"start":{"line":123,"column":4},"end":{"line":123,"column":9}} ), depth0)) != null ? stack1 : "")
    + "**\n\nInput:\n\n"
    + ((stack1 = alias2(alias1(depth0, "input", {"start":{"line":127,"column":2},"end":{"line":127,"column":7}} ), depth0)) != null ? stack1 : "")
    + "\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"output"),{"name":"if","hash":{},"fn":container.program(22, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":129,"column":0},"end":{"line":134,"column":7}}})) != null ? stack1 : "");
},"22":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "Output:\n\n"
    + ((stack1 = container.lambda(container.strict(depth0, "output", {"start":{"line":132,"column":2},"end":{"line":132,"column":8}} ), depth0)) != null ? stack1 : "")
    + "\n\n";
},"23":function(container,depth0,helpers,partials,data) {
    return "None are sent: the tool is not listed.\n";
},"24":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "| Hint | Value | True when |\n| --- | --- | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"hints"),{"name":"each","hash":{},"fn":container.program(25, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":144,"column":0},"end":{"line":146,"column":9}}})) != null ? stack1 : "");
},"25":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":145,"column":4},"end":{"line":145,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "value", {"start":{"line":145,"column":15},"end":{"line":145,"column":20}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "meaning", {"start":{"line":145,"column":27},"end":{"line":145,"column":34}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"26":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "key", {"start":{"line":156,"column":4},"end":{"line":156,"column":7}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "value", {"start":{"line":156,"column":14},"end":{"line":156,"column":19}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, alias3=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"frontmatter"),lookupProperty(depth0,"frontmatter"),{"name":"frontmatter","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = alias2(alias1(depth0, "description", {"start":{"line":3,"column":2},"end":{"line":3,"column":13}} ), depth0)) != null ? stack1 : "")
    + "\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"deprecated"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":5,"column":0},"end":{"line":8,"column":7}}})) != null ? stack1 : "")
    + "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":9,"column":4},"end":{"line":9,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | |\n| --- | --- |\n| Risk level | [**"
    + ((stack1 = alias2(alias1(depth0, "risk", {"start":{"line":11,"column":20},"end":{"line":11,"column":24}} ), depth0)) != null ? stack1 : "")
    + "**]("
    + ((stack1 = alias2(alias1(depth0, "safetyHref", {"start":{"line":11,"column":32},"end":{"line":11,"column":42}} ), depth0)) != null ? stack1 : "")
    + ")"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"behaviours"),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":11,"column":45},"end":{"line":11,"column":86}}})) != null ? stack1 : "")
    + " |\n| May run unasked | "
    + ((stack1 = alias2(alias1(depth0, "autonomous", {"start":{"line":12,"column":22},"end":{"line":12,"column":32}} ), depth0)) != null ? stack1 : "")
    + " |\n| A person is asked | "
    + ((stack1 = alias2(alias1(depth0, "asks", {"start":{"line":13,"column":24},"end":{"line":13,"column":28}} ), depth0)) != null ? stack1 : "")
    + " |\n| Permissions | "
    + ((stack1 = alias2(alias1(depth0, "permissionNames", {"start":{"line":14,"column":18},"end":{"line":14,"column":33}} ), depth0)) != null ? stack1 : "")
    + " |\n| Changes | "
    + ((stack1 = alias2(alias1(depth0, "changes", {"start":{"line":15,"column":14},"end":{"line":15,"column":21}} ), depth0)) != null ? stack1 : "")
    + " |\n| Audit event | "
    + ((stack1 = alias2(alias1(depth0, "auditEvent", {"start":{"line":16,"column":18},"end":{"line":16,"column":28}} ), depth0)) != null ? stack1 : "")
    + " |\n| Category | "
    + ((stack1 = alias2(alias1(depth0, "category", {"start":{"line":17,"column":15},"end":{"line":17,"column":23}} ), depth0)) != null ? stack1 : "")
    + " |\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"owner"),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":18,"column":0},"end":{"line":20,"column":7}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = alias2(alias1(depth0, "riskMeaning", {"start":{"line":22,"column":2},"end":{"line":22,"column":13}} ), depth0)) != null ? stack1 : "")
    + "\n\n## Who may call it\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"permissions"),{"name":"if","hash":{},"fn":container.program(4, data, 0),"inverse":container.program(8, data, 0),"data":data,"loc":{"start":{"line":26,"column":0},"end":{"line":36,"column":7}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"requirements"),{"name":"if","hash":{},"fn":container.program(9, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":38,"column":0},"end":{"line":44,"column":7}}})) != null ? stack1 : "")
    + "\n**Rate limit:** "
    + ((stack1 = alias2(alias1(depth0, "rateLimit", {"start":{"line":46,"column":18},"end":{"line":46,"column":27}} ), depth0)) != null ? stack1 : "")
    + ". **Time-out:** "
    + ((stack1 = alias2(alias1(depth0, "timeout", {"start":{"line":46,"column":47},"end":{"line":46,"column":54}} ), depth0)) != null ? stack1 : "")
    + ".\n\n## When a person is asked\n\n"
    + ((stack1 = alias2(alias1(depth0, "confirmation", {"start":{"line":50,"column":2},"end":{"line":50,"column":14}} ), depth0)) != null ? stack1 : "")
    + "\n\n**Stronger log-in:** "
    + ((stack1 = alias2(alias1(depth0, "stepUp", {"start":{"line":52,"column":23},"end":{"line":52,"column":29}} ), depth0)) != null ? stack1 : "")
    + "\n\n## What it changes\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"sideEffects"),{"name":"if","hash":{},"fn":container.program(11, data, 0),"inverse":container.program(13, data, 0),"data":data,"loc":{"start":{"line":56,"column":0},"end":{"line":64,"column":7}}})) != null ? stack1 : "")
    + "\n**Called again:** "
    + ((stack1 = alias2(alias1(depth0, "repeat", {"start":{"line":66,"column":20},"end":{"line":66,"column":26}} ), depth0)) != null ? stack1 : "")
    + "\n\n**Dry run:** "
    + ((stack1 = alias2(alias1(depth0, "dryRun", {"start":{"line":68,"column":15},"end":{"line":68,"column":21}} ), depth0)) != null ? stack1 : "")
    + "\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"refinements"),{"name":"if","hash":{},"fn":container.program(14, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":70,"column":0},"end":{"line":82,"column":7}}})) != null ? stack1 : "")
    + "## Input\n\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"field-table"),depth0,{"name":"field-table","hash":{"fields":lookupProperty(depth0,"input")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n## Output\n\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"field-table"),depth0,{"name":"field-table","hash":{"fields":lookupProperty(depth0,"output")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"plan"),{"name":"if","hash":{},"fn":container.program(16, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":91,"column":0},"end":{"line":95,"column":7}}})) != null ? stack1 : "")
    + "\n## How it can fail\n\nThe list is closed. An implied failure mode follows from another field of the contract.\n\n| Code | When | What to do | Origin |\n| --- | --- | --- | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"failures"),{"name":"each","hash":{},"fn":container.program(17, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":103,"column":0},"end":{"line":105,"column":9}}})) != null ? stack1 : "")
    + "\n## Data flow\n\n| Question | Answer |\n| --- | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"dataFlow"),{"name":"each","hash":{},"fn":container.program(18, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":111,"column":0},"end":{"line":113,"column":9}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"trifecta"),{"name":"if","hash":{},"fn":container.program(19, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":115,"column":0},"end":{"line":117,"column":7}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"examples"),{"name":"if","hash":{},"fn":container.program(20, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":119,"column":0},"end":{"line":136,"column":7}}})) != null ? stack1 : "")
    + "## Hints for MCP clients\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"forbidden"),{"name":"if","hash":{},"fn":container.program(23, data, 0),"inverse":container.program(24, data, 0),"data":data,"loc":{"start":{"line":139,"column":0},"end":{"line":147,"column":7}}})) != null ? stack1 : "")
    + "\n## On record\n\n| Fact | Value |\n| --- | --- |\n| Contract | "
    + ((stack1 = alias2(alias1(depth0, "source", {"start":{"line":153,"column":15},"end":{"line":153,"column":21}} ), depth0)) != null ? stack1 : "")
    + " |\n| Contract hash | "
    + ((stack1 = alias2(alias1(depth0, "hash", {"start":{"line":154,"column":20},"end":{"line":154,"column":24}} ), depth0)) != null ? stack1 : "")
    + " |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"metadata"),{"name":"each","hash":{},"fn":container.program(26, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":155,"column":0},"end":{"line":157,"column":9}}})) != null ? stack1 : "");
},"usePartial":true,"useData":true},

"domain": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "## Permissions declared here\n\n| Permission | What it allows |\n| --- | --- |\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"permissions"),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":16,"column":0},"end":{"line":18,"column":9}}})) != null ? stack1 : "");
},"1":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "| "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":17,"column":4},"end":{"line":17,"column":8}} ), depth0)) != null ? stack1 : "")
    + " | "
    + ((stack1 = alias2(alias1(depth0, "meaning", {"start":{"line":17,"column":15},"end":{"line":17,"column":22}} ), depth0)) != null ? stack1 : "")
    + " |\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"frontmatter"),lookupProperty(depth0,"frontmatter"),{"name":"frontmatter","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = alias2(alias1(depth0, "description", {"start":{"line":3,"column":2},"end":{"line":3,"column":13}} ), depth0)) != null ? stack1 : "")
    + "\n\nContract file: "
    + ((stack1 = alias2(alias1(depth0, "source", {"start":{"line":5,"column":17},"end":{"line":5,"column":23}} ), depth0)) != null ? stack1 : "")
    + "\n\n## Tools\n\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"tool-table"),depth0,{"name":"tool-table","hash":{"rows":lookupProperty(depth0,"rows")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"permissions"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":11,"column":0},"end":{"line":19,"column":7}}})) != null ? stack1 : "");
},"usePartial":true,"useData":true},

"failure-mode": {"0":function(container,depth0,helpers,partials,data) {
    var stack1;

  return ((stack1 = container.lambda(depth0, depth0)) != null ? stack1 : "")
    + "\n\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = lookupProperty(helpers,"unless").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(data,"first"),{"name":"unless","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":7,"column":33},"end":{"line":7,"column":67}}})) != null ? stack1 : "")
    + ((stack1 = container.lambda(depth0, depth0)) != null ? stack1 : "");
},"2":function(container,depth0,helpers,partials,data) {
    return ", or ";
},"3":function(container,depth0,helpers,partials,data) {
    return "The compiler adds this failure mode to every contract that makes it possible.\n";
},"4":function(container,depth0,helpers,partials,data) {
    return "The contract of each tool below declares this failure mode.\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"frontmatter"),lookupProperty(depth0,"frontmatter"),{"name":"frontmatter","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"meanings"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":3,"column":0},"end":{"line":6,"column":9}}})) != null ? stack1 : "")
    + "**What to do:** "
    + ((stack1 = lookupProperty(helpers,"each").call(alias1,lookupProperty(depth0,"retries"),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":7,"column":16},"end":{"line":7,"column":84}}})) != null ? stack1 : "")
    + ".\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias1,lookupProperty(depth0,"implied"),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(4, data, 0),"data":data,"loc":{"start":{"line":9,"column":0},"end":{"line":13,"column":7}}})) != null ? stack1 : "")
    + "\n## Tools that can fail so\n\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"tool-table"),depth0,{"name":"tool-table","hash":{"rows":lookupProperty(depth0,"rows")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true},

"llms": {"0":function(container,depth0,helpers,partials,data) {
    var stack1;

  return ((stack1 = container.lambda(depth0, depth0)) != null ? stack1 : "")
    + "\n\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\u003C!-- "
    + ((stack1 = alias2(alias1(depth0, "notice", {"start":{"line":1,"column":7},"end":{"line":1,"column":13}} ), depth0)) != null ? stack1 : "")
    + " -->\n\n# "
    + ((stack1 = alias2(alias1(depth0, "product", {"start":{"line":3,"column":4},"end":{"line":3,"column":11}} ), depth0)) != null ? stack1 : "")
    + "\n\n> Tools of "
    + ((stack1 = alias2(alias1(depth0, "product", {"start":{"line":5,"column":13},"end":{"line":5,"column":20}} ), depth0)) != null ? stack1 : "")
    + ", as their contracts say it. A call that breaks its contract is refused.\n\n- \"asks\" says when a person has to approve the call. No argument can approve it.\n- A failed call carries its code and whether to retry. `outcome_unknown` is never retried under a new key.\n\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"domains"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":0},"end":{"line":13,"column":9}}})) != null ? stack1 : "");
},"useData":true},

"llms-domain": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, alias3=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "### "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":6,"column":6},"end":{"line":6,"column":10}} ), depth0)) != null ? stack1 : "")
    + "\n\n"
    + ((stack1 = alias2(alias1(depth0, "description", {"start":{"line":8,"column":2},"end":{"line":8,"column":13}} ), depth0)) != null ? stack1 : "")
    + "\n\n- Risk: "
    + ((stack1 = alias2(alias1(depth0, "risk", {"start":{"line":10,"column":10},"end":{"line":10,"column":14}} ), depth0)) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"behaviours"),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":16},"end":{"line":10,"column":58}}})) != null ? stack1 : "")
    + "\n- Asks: "
    + ((stack1 = alias2(alias1(depth0, "asks", {"start":{"line":11,"column":10},"end":{"line":11,"column":14}} ), depth0)) != null ? stack1 : "")
    + "\n- Changes: "
    + ((stack1 = alias2(alias1(depth0, "changes", {"start":{"line":12,"column":13},"end":{"line":12,"column":20}} ), depth0)) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"refinements"),{"name":"each","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":13,"column":0},"end":{"line":15,"column":9}}})) != null ? stack1 : "")
    + "- Dry run: "
    + ((stack1 = alias2(alias1(depth0, "dryRun", {"start":{"line":16,"column":13},"end":{"line":16,"column":19}} ), depth0)) != null ? stack1 : "")
    + "\n- Permissions: "
    + ((stack1 = alias2(alias1(depth0, "permissions", {"start":{"line":17,"column":17},"end":{"line":17,"column":28}} ), depth0)) != null ? stack1 : "")
    + "\n- Fails with: "
    + ((stack1 = alias2(alias1(depth0, "failures", {"start":{"line":18,"column":16},"end":{"line":18,"column":24}} ), depth0)) != null ? stack1 : "")
    + "\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"input"),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.program(7, data, 0),"data":data,"loc":{"start":{"line":20,"column":0},"end":{"line":28,"column":7}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"output"),{"name":"if","hash":{},"fn":container.program(8, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":30,"column":0},"end":{"line":36,"column":7}}})) != null ? stack1 : "")
    + "\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1;

  return " ("
    + ((stack1 = container.lambda(container.strict(depth0, "behaviours", {"start":{"line":10,"column":38},"end":{"line":10,"column":48}} ), depth0)) != null ? stack1 : "")
    + ")";
},"2":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "- When "
    + ((stack1 = alias2(alias1(depth0, "when", {"start":{"line":14,"column":9},"end":{"line":14,"column":13}} ), depth0)) != null ? stack1 : "")
    + ": risk "
    + ((stack1 = alias2(alias1(depth0, "risk", {"start":{"line":14,"column":24},"end":{"line":14,"column":28}} ), depth0)) != null ? stack1 : "")
    + ", asks "
    + ((stack1 = alias2(alias1(depth0, "asks", {"start":{"line":14,"column":39},"end":{"line":14,"column":43}} ), depth0)) != null ? stack1 : "")
    + ", changes "
    + ((stack1 = alias2(alias1(depth0, "changes", {"start":{"line":14,"column":57},"end":{"line":14,"column":64}} ), depth0)) != null ? stack1 : "")
    + "\n";
},"3":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "Input:\n\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"input"),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":23,"column":0},"end":{"line":25,"column":9}}})) != null ? stack1 : "");
},"4":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, alias3=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "- "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":24,"column":4},"end":{"line":24,"column":8}} ), depth0)) != null ? stack1 : "")
    + ": "
    + ((stack1 = alias2(alias1(depth0, "type", {"start":{"line":24,"column":14},"end":{"line":24,"column":18}} ), depth0)) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"unless").call(alias3,lookupProperty(depth0,"required"),{"name":"unless","hash":{},"fn":container.program(5, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":24,"column":20},"end":{"line":24,"column":61}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"notes"),{"name":"if","hash":{},"fn":container.program(6, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":24,"column":61},"end":{"line":24,"column":92}}})) != null ? stack1 : "")
    + "\n";
},"5":function(container,depth0,helpers,partials,data) {
    return ", optional";
},"6":function(container,depth0,helpers,partials,data) {
    var stack1;

  return ". "
    + ((stack1 = container.lambda(container.strict(depth0, "notes", {"start":{"line":24,"column":78},"end":{"line":24,"column":83}} ), depth0)) != null ? stack1 : "");
},"7":function(container,depth0,helpers,partials,data) {
    return "Input: none.\n";
},"8":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "Output:\n\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"output"),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":33,"column":0},"end":{"line":35,"column":9}}})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "## "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":1,"column":5},"end":{"line":1,"column":9}} ), depth0)) != null ? stack1 : "")
    + "\n\n"
    + ((stack1 = alias2(alias1(depth0, "description", {"start":{"line":3,"column":2},"end":{"line":3,"column":13}} ), depth0)) != null ? stack1 : "")
    + "\n\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"tools"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":5,"column":0},"end":{"line":38,"column":9}}})) != null ? stack1 : "");
},"useData":true},

"docs-readme": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "\u003C!-- "
    + ((stack1 = alias2(alias1(depth0, "notice", {"start":{"line":1,"column":7},"end":{"line":1,"column":13}} ), depth0)) != null ? stack1 : "")
    + " -->\n\n# "
    + ((stack1 = alias2(alias1(depth0, "packageName", {"start":{"line":3,"column":4},"end":{"line":3,"column":15}} ), depth0)) != null ? stack1 : "")
    + "\n\nThe documentation of every tool of "
    + ((stack1 = alias2(alias1(depth0, "product", {"start":{"line":5,"column":37},"end":{"line":5,"column":44}} ), depth0)) != null ? stack1 : "")
    + ", as Markdown: [start here](index.md).\n\n- [by safety](by-safety/index.md), [by category](by-category/index.md), [by permission](by-permission/index.md)\n- [all tools](tools/index.md), [failure modes](failure-modes/index.md)\n- [llms.txt](llms.txt): the same for agents, in one file, without the tools that are closed to them\n\nThe pages are for people who review and build. They name tools that agents must not find, so do not feed them to an agent; `llms.txt` is made for that.\n";
},"useData":true},

"schemas-readme": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "\u003C!-- "
    + ((stack1 = alias2(alias1(depth0, "notice", {"start":{"line":1,"column":7},"end":{"line":1,"column":13}} ), depth0)) != null ? stack1 : "")
    + " -->\n\n# "
    + ((stack1 = alias2(alias1(depth0, "packageName", {"start":{"line":3,"column":4},"end":{"line":3,"column":15}} ), depth0)) != null ? stack1 : "")
    + "\n\nJSON Schema 2020-12 for the tools of "
    + ((stack1 = alias2(alias1(depth0, "product", {"start":{"line":5,"column":39},"end":{"line":5,"column":46}} ), depth0)) != null ? stack1 : "")
    + ". Every schema stands alone.\n\n| File | Holds |\n| --- | --- |\n| `tools/NAME.input.json` | the arguments that a client sends |\n| `tools/NAME.output.json` | the result; with a dry run, either the result or a plan |\n| `tools/NAME.plan.json` | the plan of a dry run, for tools that have one |\n| `tools/NAME.failure.json` | a failure: one branch for each failure mode |\n| `index.json` | every tool with its risk level, contract hash and files |\n| `agent.json` | every tool in the shape of an MCP tool definition, for agents |\n\nTools that are closed to agents are in none of these files.\n\n```js\nimport agent from \""
    + ((stack1 = alias2(alias1(depth0, "packageName", {"start":{"line":19,"column":21},"end":{"line":19,"column":32}} ), depth0)) != null ? stack1 : "")
    + "/agent.json\" with { type: \"json\" };\n```\n";
},"useData":true},

"hosts-readme": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "\u003C!-- "
    + ((stack1 = alias2(alias1(depth0, "notice", {"start":{"line":1,"column":7},"end":{"line":1,"column":13}} ), depth0)) != null ? stack1 : "")
    + " -->\n\n# "
    + ((stack1 = alias2(alias1(depth0, "packageName", {"start":{"line":3,"column":4},"end":{"line":3,"column":15}} ), depth0)) != null ? stack1 : "")
    + "\n\nThe permission rules that agents' hosts keep for themselves, for the tools of "
    + ((stack1 = alias2(alias1(depth0, "product", {"start":{"line":5,"column":80},"end":{"line":5,"column":87}} ), depth0)) != null ? stack1 : "")
    + ". Merge a file into the settings of the\nhost, under the name by which the host knows the server.\n\n| File | Goes to | Says |\n| --- | --- | --- |\n| `claude-code/settings.json` | `.claude/settings.json`; the server is named `"
    + ((stack1 = alias2(alias1(depth0, "product", {"start":{"line":10,"column":80},"end":{"line":10,"column":87}} ), depth0)) != null ? stack1 : "")
    + "` | `allow`: low tools that only read; `ask`: all others |\n| `vscode/settings.json` | `.vscode/settings.json`, or the policy of an organisation | tools that are never approved once and for all |\n\nA host knows neither the arguments' risk nor the session: these rules are coarser than the guard, and the server enforces the\ncontracts in any case. Tools that must have a person say so on the wire too, as `_meta[\"anthropic/requiresUserInteraction\"]`.\nForbidden tools are not named here, nor anywhere an agent can read: the server answers for them as for tools that do not exist.\n";
},"useData":true},
};
