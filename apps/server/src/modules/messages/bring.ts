import type { Tx } from '../../platform/database.ts'
import type { MessageDeps } from './deps.ts'
import { type Draft, insertMessages } from './insert-store.ts'
import { planSends } from './plan-sends.ts'

/** Writes messages, lets some of them go outside, and tells whoever is looking that there is something new. */
export const deliverDrafts = async (deps: MessageDeps, tx: Tx, drafts: readonly Draft[]): Promise<void> => {
  const written = await insertMessages(tx, drafts, deps.clock.now())
  if (written.length === 0) return
  const userIds = [...new Set(written.map(({ userId }) => userId))]
  await planSends(deps, tx, written)
  await deps.live.notifyMany(tx, userIds, 'unread')
}
