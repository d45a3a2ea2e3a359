import { checkCorpus } from "./corpus.ts";

checkCorpus("sample");
