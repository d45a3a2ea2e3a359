// The two files of the library that we load. Its entry point does not export the first, though its types say so, and
// loads drivers of a dozen databases.
declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  import { RateLimiterStoreAbstract } from "rate-limiter-flexible";
  export = RateLimiterStoreAbstract;
}
declare module "rate-limiter-flexible/lib/RateLimiterRes.js" {
  import { RateLimiterRes } from "rate-limiter-flexible";
  export = RateLimiterRes;
}
