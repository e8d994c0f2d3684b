import type { ConsentWay } from '@yunji/contract/content/agreement/rules'
import type { ShownAgreement } from '@yunji/contract/content/agreement/schema'
import type { ClientInfo } from '../../../platform/sessions/client-info.ts'
import type { AgreementDeps } from './deps.ts'
import { upsertConsents } from './store.ts'

type Client = Pick<ClientInfo, 'clientType' | 'terminalType'>

interface Decision {
  readonly agreements: readonly ShownAgreement[]
  readonly isAgreed: boolean
  readonly way: ConsentWay
}

/** Records what a user has decided about the versions before them, and marks the messages about these as read. */
export const recordDecision =
  ({ database: { db }, clock, readNotices }: AgreementDeps) =>
  (userId: number, { agreements, isAgreed, way }: Decision, { clientType, terminalType }: Client) =>
    db.transaction(async (tx) => {
      const decision = { userId, isAgreed, way, clientType, terminalType, decidedAt: clock.now() }
      const recorded = await upsertConsents(tx, decision, agreements)
      const noticeIds = recorded.flatMap(({ noticeId }) => noticeId ?? [])
      if (noticeIds.length > 0) await readNotices(tx, userId, noticeIds)
      return { recorded: recorded.map(({ kind, version }) => ({ kind, version })) }
    })

export type RecordLoginConsents = (
  userId: number,
  agreements: readonly ShownAgreement[] | undefined,
  client: Client,
) => Promise<void>

/**
 * Runs after a login has succeeded. A consent that is lost between the two is asked for again by the client, so the login
 * need not wait in one transaction with it.
 */
export const recordLoginConsents =
  (deps: AgreementDeps): RecordLoginConsents =>
  async (userId, agreements, client) => {
    if (agreements?.length) await recordDecision(deps)(userId, { agreements, isAgreed: true, way: 'login' }, client)
  }
