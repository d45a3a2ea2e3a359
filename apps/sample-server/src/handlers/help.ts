import type { HelpHandlers } from "@backoffice/server";
import type { Ports } from "../ports/ports.ts";

/** The handlers of `help`. */
export const help: HelpHandlers<Ports> = {
  async getArticle({ articleId, language = "en" }, { fail, ports }) {
    const article = await ports.database
      .selectFrom("articles")
      .select(["title", "body", "updatedAt"])
      .where("id", "=", articleId)
      .where("language", "=", language)
      .executeTakeFirst();
    if (!article) throw fail.articleNotFound();
    return { articleId, ...article };
  },
};
