import * as z from 'zod/mini'
import { epochMillis, positiveId } from '../../wire/fields.ts'
import { AgreementKind } from './rules.ts'

export const agreementKind = z.enum(AgreementKind)

/** Numbers of a kind's versions begin at 1. */
export const agreementVersion = z.int().check(z.minimum(1), z.maximum(100_000))

/** The text that a person has had before them. */
export const shownAgreement = z.strictObject({ kind: agreementKind, version: agreementVersion })
export type ShownAgreement = z.output<typeof shownAgreement>

/** Each kind at most once. */
export const shownAgreements = z.array(shownAgreement).check(z.maxLength(Object.keys(AgreementKind).length))

export const agreementHead = z.object({
  kind: agreementKind,
  version: positiveId,
  title: z.string(),
  /** Changes against the version before; empty for the first. */
  summary: z.string(),
  publishedAt: epochMillis,
  effectiveAt: epochMillis,
})
export type AgreementHead = z.output<typeof agreementHead>
