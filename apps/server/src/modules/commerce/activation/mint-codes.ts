import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { SealedTexts } from '../../../platform/sealed-texts.ts'
import { activationCodes } from '../../../tables/activation.ts'
import type { orders } from '../../../tables/orders.ts'
import { fulfilOrder } from '../orders/index.ts'
import { digestOf, newCode } from './code.ts'

export interface MintDeps {
  readonly clock: Clock
  readonly sealedTexts: SealedTexts
}

/** Names the place where a code lies: copied to another row, it does not open. */
export const sealContext = (digest: Buffer): string => `activation code ${digest.toString('hex')}`

/** The codes of a paid order, with what was paid for each: what a phone from it is worth later. */
export const mintCodes = async (
  { clock, sealedTexts }: MintDeps,
  tx: Tx,
  { id: orderId, userId: ownerId, payableCents, purchase }: typeof orders.$inferSelect,
): Promise<void> => {
  if (!purchase.codes) throw new Error(`order ${orderId} is for codes and names none`)
  const now = clock.now()
  const { productId, quantity, validDays } = purchase.codes
  const shareCents = Math.floor(payableCents / quantity)
  const expiresAt = later(now, validDays * DAY_MS)
  const codes = Array.from({ length: quantity }, (_each, index) => {
    const code = newCode()
    const digest = digestOf(code)
    // What does not divide goes to the first ones, so that all shares together are what was paid.
    const paidCents = index < payableCents - shareCents * quantity ? shareCents + 1 : shareCents
    const sealedCode = sealedTexts.seal(code, sealContext(digest))
    return { orderId, ownerId, productId, digest, sealedCode, paidCents, createdAt: now, expiresAt }
  })
  await tx.insert(activationCodes).values(codes)
  await fulfilOrder(tx, orderId, now)
}
