import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { SealedTexts } from '../../../platform/sealed-texts.ts'
import { type LockedOrder, markOrderFulfilled } from '../orders/index.ts'
import { digestOf, newCode } from './code.ts'
import { insertCodes } from './store.ts'

export interface MintDeps {
  readonly clock: Clock
  readonly sealedTexts: SealedTexts
}

/** Authenticated with the sealed code: copied to another row, it does not open. */
export const sealContext = (digest: Buffer): string => `activation code ${digest.toString('hex')}`

/** A new code as it is stored. */
export const sealNewCode = (sealedTexts: SealedTexts): { digest: Buffer; sealedCode: string } => {
  const code = newCode()
  const digest = digestOf(code)
  return { digest, sealedCode: sealedTexts.seal(code, sealContext(digest)) }
}

/** Creates the codes of a paid order, each with its share of the amount, from which a phone's remaining value follows. */
export const mintCodes = async ({ clock, sealedTexts }: MintDeps, tx: Tx, order: LockedOrder): Promise<void> => {
  const { id: orderId, userId: ownerId, payableCents, purchase } = order
  if (!purchase.codes) throw new Error(`order ${orderId} is for codes and names none`)
  const now = clock.now()
  const { productId, quantity, validDays } = purchase.codes
  const shareCents = Math.floor(payableCents / quantity)
  const expiresAt = later(now, validDays * DAY_MS)
  const codes = Array.from({ length: quantity }, (_each, index) => {
    // The remainder goes to the first codes, so that the sum is the paid amount.
    const paidCents = index < payableCents - shareCents * quantity ? shareCents + 1 : shareCents
    return { orderId, ownerId, productId, ...sealNewCode(sealedTexts), paidCents, createdAt: now, expiresAt }
  })
  await insertCodes(tx, codes)
  await markOrderFulfilled(tx, order, now)
}
