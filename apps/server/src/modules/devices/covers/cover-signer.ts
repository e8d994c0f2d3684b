import { createHmac, timingSafeEqual } from 'node:crypto'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { type Clock, MINUTE_MS } from '../../../platform/clock.ts'
import type { SigningKeys } from '../../../platform/signing-keys.ts'

/** An address is valid for one to two windows and constant within one, so that browsers can cache the picture. */
const WINDOW_MS = 5 * MINUTE_MS
/** `<user>-<device>-<end>-k<key number>-<signature>.jpg`; without a key number, signed by the first key itself. */
const NAME = /^(\d{1,15})-(\d{1,15})-(\d{1,15})-(?:k(\d{1,6})-)?([0-9a-f]{64})\.jpg$/
const PURPOSE = 'cover addresses'

export interface CoverRequest {
  readonly userId: number
  readonly deviceId: number
}

/** Signed picture addresses: an image tag sends no token. */
export const createCoverSigner = (keys: SigningKeys, clock: Clock) => {
  const signatureOf = (key: Buffer, userId: number, deviceId: number, expiresAt: number): Buffer =>
    createHmac('sha256', key).update(`cover:${userId}:${deviceId}:${expiresAt}`).digest()

  return {
    sign({ userId, deviceId }: CoverRequest): string {
      const expiresAt = (Math.floor(clock.now().getTime() / WINDOW_MS) + 2) * WINDOW_MS
      const { number, key } = keys.current(PURPOSE)
      const signature = signatureOf(key, userId, deviceId, expiresAt).toString('hex')
      return sideRoutes.cover.path.replace(':name', `${userId}-${deviceId}-${expiresAt}-k${number}-${signature}.jpg`)
    },

    /** Undefined when the name is forged or expired. */
    read(name: string): CoverRequest | undefined {
      const [, userId, deviceId, expiresAt, number, signature = ''] = NAME.exec(name) ?? []
      const request = { userId: Number(userId), deviceId: Number(deviceId) }
      const key = number === undefined ? keys.unnumbered : keys.find(PURPOSE, Number(number))
      if (!key) return undefined
      const expected = signatureOf(key, request.userId, request.deviceId, Number(expiresAt))
      const given = Buffer.from(signature, 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return Number(expiresAt) > clock.now().getTime() ? request : undefined
    },
  }
}

export type CoverSigner = ReturnType<typeof createCoverSigner>
