import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import { processKeys, VerificationKind } from '@yunji/contract/accounts/verification/schema'
import { AppError } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { VerificationDeps } from './deps.ts'
import { pictureAddress } from './pictures.ts'
import { openNumber } from './seal-numbers.ts'
import { countWaiting, decide, listWaiting, setCheck } from './store.ts'

export const getWaiting =
  (deps: VerificationDeps) =>
  async (operator: Operator, { page, rows, text }: { page: number; rows: number; text?: string | undefined }) => {
    const { db } = deps.database
    const filter = { text, findsNumbers: operator.rights.includes('users.write') }
    const [waiting, total] = await Promise.all([listWaiting(db, filter, { page, rows }), countWaiting(db, filter)])
    const records = waiting.map((row) => ({
      verificationId: row.id,
      userId: row.userId,
      kind: row.kind as VerificationKind,
      processKey: processKeys[row.kind as VerificationKind],
      name: row.name,
      number: openNumber(deps.sealedTexts, row),
      legalPerson: row.legalPerson,
      pictures: row.pictureIds.map((id) => pictureAddress(deps, operator, id)),
      submittedAt: row.submittedAt.getTime(),
    }))
    return pageOf(records, page, rows, total)
  }

interface Decision {
  readonly verificationId: number
  readonly processKey?: string | undefined
  readonly isPassed: boolean
  readonly reason?: string | undefined
}

/** A refusal requires a reason. */
export const decideVerification =
  ({ database: { db }, clock, outbox }: VerificationDeps) =>
  async ({ verificationId, processKey, isPassed, reason = '' }: Decision): Promise<void> => {
    if (!isPassed && reason.trim() === '') throw new AppError('BAD_INPUT', { text: '请填写退回原因' })
    const status = isPassed ? CheckStatus.pass : CheckStatus.reject
    await db.transaction(async (tx) => {
      const payload = { isPassed, reason: isPassed ? '' : reason.trim() }
      const decided = await decide(tx, verificationId, { status, reason: payload.reason, decidedAt: clock.now() })
      const kind = decided?.kind as VerificationKind
      if (!decided || (processKey !== undefined && processKey !== processKeys[kind])) throw new AppError('NOT_FOUND')
      const { userId } = decided
      await setCheck(tx, userId, kind, status)
      const event = kind === VerificationKind.company ? 'companyVerified' : 'personalVerified'
      await outbox.add(tx, { event, userId, key: `verification:${verificationId}`, payload })
    })
  }
