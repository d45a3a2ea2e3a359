import { snakeCase } from "./snake-case.ts";

/** Endings of secrets' names: `accessToken`, `api_key`, `password`, but not `pageToken`. */
const secretWords = new RegExp(
  `^tokens?$|(^|_)(${[
    "password|passwd|passphrase|secret|credentials?|cvv|cvc|otp|jwt|cookies?",
    "(access|api|auth|bearer|csrf|id|oauth|raw|refresh|reset|secret|security|session)_?tokens?",
    "(access|api|encryption|master|private|secret|signing|ssh)_?keys?",
    "recovery_?codes?|seed_?phrase|connection_?string",
  ].join("|")})$`,
);

export function isSecretName(name: string): boolean {
  return secretWords.test(snakeCase(name));
}
