import type { Emitter } from "../emitter.ts";
import { manifestModule } from "../manifest-module.ts";
import { nameDomains } from "../names.ts";
import { packageFiles } from "../package-files.ts";
import { printTypeScript } from "../print-typescript.ts";
import { visibleDomains } from "../visible-domains.ts";
import { domainModule } from "./domain-module.ts";
import { indexModule } from "./index-module.ts";
import { serverReadme } from "./readme.ts";
import { runtime, runtimePackage } from "./runtime.ts";

/** Types, handler interfaces and the enforcing server. Forbidden tools do not occur. */
export const serverEmitter: Emitter = {
  name: "server",
  summary: "typed handlers to fill in, and the server that enforces their contracts",
  async emit(model, options) {
    const names = nameDomains(visibleDomains(model));
    const domains = [...names.values()];
    const modules = await printTypeScript(
      [...domains.map((each) => domainModule(each, names)), indexModule(options.product, domains)],
      options.printed,
    );
    const description = `The enforcing server of ${options.product}, generated from its tool contracts.`;
    const readme = serverReadme(options, domains);
    return [
      ...(await packageFiles(options, { description, runtimePackage, domains, readme })),
      manifestModule(model, options, runtime),
      ...modules,
    ];
  },
};
