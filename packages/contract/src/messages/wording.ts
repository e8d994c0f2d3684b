const PLACEHOLDER = /\{([^{}]+)\}/g

/** Names in braces, such as `商品` and `金额` of `「{商品}」已退款 {金额}`. */
export const placeholdersOf = (pattern: string): string[] =>
  [...pattern.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** Fills facts in, each once: a value with braces stays as it is, and so does a name that is no fact. */
export const fillIn = (pattern: string, facts: Readonly<Record<string, string>>): string =>
  pattern.replaceAll(PLACEHOLDER, (all, name: string) => (Object.hasOwn(facts, name) ? (facts[name] ?? all) : all))
