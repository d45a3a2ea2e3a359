// Loaded before the command: replaces a text of one source as it is loaded. Without that text the command does not start.
import { registerHooks } from "node:module";
import process from "node:process";

const { file, text, instead } = JSON.parse(process.env["REPLACED"] ?? "{}") as Record<string, string>;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (file === undefined || !url.endsWith(file)) return loaded;
    const before = String(loaded.source);
    const pattern = new RegExp(text ?? "", "m");
    if (!pattern.test(before)) throw new Error(`${file} has no ${text}`);
    return { ...loaded, source: before.replace(pattern, instead ?? "") };
  },
});
