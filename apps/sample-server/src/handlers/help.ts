import type { HelpHandlers } from "@backoffice/server";
import { rowsWith } from "../database/rows.ts";
import type { Ports } from "../ports/ports.ts";

/** The handlers of `help`. */
export const help: HelpHandlers<Ports> = {
  async getArticle({ articleId, language = "en" }, { fail, ports }) {
    const [article] = await rowsWith(ports.database, "articles", { id: articleId, language });
    if (!article) throw fail.articleNotFound();
    const { title, body, updatedAt } = article;
    return { articleId, title, body, updatedAt };
  },
};
