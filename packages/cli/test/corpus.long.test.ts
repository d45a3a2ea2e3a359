import { checkCorpus } from "./corpus.ts";

checkCorpus("others");
