import * as z from 'zod/mini'

export const MAX_CANNED_ANSWERS = 200

/** Placeholders of canned answers, filled in where one is inserted. */
export const cannedPlaceholders = ['工单号', '问题', '客服'] as const
export type CannedFacts = Readonly<Record<(typeof cannedPlaceholders)[number], string>>

const PLACEHOLDER = /\{([^{}\n]{1,20})\}/g

const isKnown = (name: string | undefined): name is keyof CannedFacts =>
  cannedPlaceholders.some((known) => known === name)

export const unknownPlaceholders = (content: string): string[] =>
  [...content.matchAll(PLACEHOLDER)].flatMap(([, name]) => (name === undefined || isKnown(name) ? [] : [name]))

export const fillCanned = (content: string, facts: CannedFacts): string =>
  content.replaceAll(PLACEHOLDER, (whole, name: string) => (isKnown(name) ? facts[name] : whole))

export const cannedFields = {
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  content: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
}
