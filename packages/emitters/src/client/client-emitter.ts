import type { Emitter } from "../emitter.ts";
import { manifestModule } from "../manifest-module.ts";
import { nameDomains } from "../names.ts";
import { packageFiles } from "../package-files.ts";
import { printTypeScript } from "../print-typescript.ts";
import { visibleDomains } from "../visible-domains.ts";
import { domainModule } from "./domain-module.ts";
import { indexModule } from "./index-module.ts";
import { clientReadme } from "./readme.ts";
import { runtime, runtimePackage } from "./runtime.ts";

/** Typed calls and failures behind the guard. Forbidden tools do not occur. */
export const clientEmitter: Emitter = {
  name: "client",
  summary: "typed calls and failures, behind a guard that knows the contracts",
  async emit(model, options) {
    const names = nameDomains(visibleDomains(model));
    const domains = [...names.values()];
    const modules = await printTypeScript(
      [...domains.map((each) => domainModule(each, names)), indexModule(options.product, domains)],
      options.printed,
    );
    const description = `The guarded client of ${options.product}, generated from its tool contracts.`;
    const readme = clientReadme(options, domains);
    return [
      ...(await packageFiles(options, { description, runtimePackage, domains, readme })),
      manifestModule(model, options, runtime),
      ...modules,
    ];
  },
};
