import * as z from 'zod/mini'

const words = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))

export const messageTexts = z.object({ title: words(64), content: words(2000), summary: words(64) })
export type MessageTexts = z.output<typeof messageTexts>

const PLACEHOLDER = /\{([^{}]+)\}/g

/** Names in braces, such as `商品` and `金额` of `「{商品}」已退款 {金额}`. */
export const placeholdersOf = (pattern: string): string[] =>
  [...pattern.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** Fills facts in, each once: a value with braces stays as it is, and so does a name that is no fact. */
export const fillIn = (pattern: string, facts: Readonly<Record<string, string>>): string =>
  pattern.replaceAll(PLACEHOLDER, (all, name: string) => (Object.hasOwn(facts, name) ? (facts[name] ?? all) : all))
