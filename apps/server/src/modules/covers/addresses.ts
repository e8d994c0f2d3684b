import { createHmac, timingSafeEqual } from 'node:crypto'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'

/** An address is good for one to two of these, and stays the same within one, so that a browser may keep its picture. */
const WINDOW_MS = 5 * MINUTE_MS
const NAME = /^(\d{1,15})-(\d{1,15})-(\d{1,15})-([0-9a-f]{64})\.jpg$/

export interface CoverAsked {
  readonly userId: number
  readonly deviceId: number
}

/** Picture addresses that carry their own proof: an image tag sends no token. */
export const createCoverSigner = (key: Buffer, clock: Clock) => {
  const signatureOf = (userId: number, deviceId: number, expiresAt: number): Buffer =>
    createHmac('sha256', key).update(`cover:${userId}:${deviceId}:${expiresAt}`).digest()

  return {
    sign({ userId, deviceId }: CoverAsked): string {
      const expiresAt = (Math.floor(clock.now().getTime() / WINDOW_MS) + 2) * WINDOW_MS
      const signature = signatureOf(userId, deviceId, expiresAt).toString('hex')
      return sideRoutes.cover.path.replace(':name', `${userId}-${deviceId}-${expiresAt}-${signature}.jpg`)
    },

    /** Who asks for what; nothing when the name is forged or old. */
    read(name: string): CoverAsked | undefined {
      const [, userId, deviceId, expiresAt, signature = ''] = NAME.exec(name) ?? []
      const asked = { userId: Number(userId), deviceId: Number(deviceId) }
      const expected = signatureOf(asked.userId, asked.deviceId, Number(expiresAt))
      const given = Buffer.from(signature, 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return Number(expiresAt) > clock.now().getTime() ? asked : undefined
    },
  }
}
