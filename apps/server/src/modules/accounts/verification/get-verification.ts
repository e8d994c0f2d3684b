import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import { VerificationKind, type VerificationState } from '@yunji/contract/accounts/verification/schema'
import { maskIdCard } from '@yunji/contract/display/text'
import type { SealedTexts } from '../../../platform/sealed-texts.ts'
import type { VerificationDeps } from './deps.ts'
import { openNumber } from './seal-numbers.ts'
import { findLast, type VerificationRow } from './store.ts'

export const getVerification =
  ({ database: { db }, sealedTexts }: VerificationDeps) =>
  async (userId: number): Promise<VerificationState> => {
    const [personal, company] = await Promise.all([
      findLast(db, userId, VerificationKind.personal),
      findLast(db, userId, VerificationKind.company),
    ])
    return {
      personal: stateOf(sealedTexts, personal, maskName(personal?.name ?? '')),
      company: stateOf(sealedTexts, company, company?.name ?? ''),
    }
  }

/** Shows only the first character of a person's name; company names are public. */
const maskName = (name: string): string => {
  const [first = '', ...rest] = [...name]
  return first + '*'.repeat(rest.length)
}

const stateOf = (texts: SealedTexts, row: VerificationRow | undefined, name: string) => ({
  status: (row?.status ?? CheckStatus.none) as CheckStatus,
  name,
  number: row ? maskIdCard(openNumber(texts, row)) : '',
  reason: row?.reason ?? '',
  submittedAt: row?.submittedAt.getTime() ?? null,
})
