import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { header } from '@yunji/contract/wire/request'
import { addressBlockOf } from './address-block.ts'
import { clientOf } from './known-clients.ts'

/** 16-byte hashes that the rate limits of logins count by; they reveal neither address nor token. */
export interface RateLimitKeys {
  /** Address block and client type. */
  readonly network: Buffer
  /** Device of the client's token; null without a token. */
  readonly device: Buffer | null
}

const KEY_BYTES = 16
const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

const keyOf = (kind: string, text: string): Buffer =>
  createHash('sha256').update(`${kind}\n${text}`).digest().subarray(0, KEY_BYTES)

const newDeviceToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

const isDeviceToken = (text: string | undefined): text is string => text !== undefined && TOKEN_PATTERN.test(text)

const deviceKey = (deviceToken: string): Buffer => keyOf('device', deviceToken)

const rateLimitKeysOf = (
  { headers, address }: { headers: IncomingHttpHeaders; address: string },
  deviceToken: string | undefined,
): RateLimitKeys => {
  const client = headers[header.clientType.toLowerCase()]
  return {
    network: keyOf('network', `${addressBlockOf(address)}\n${clientOf(typeof client === 'string' ? client : '')}`),
    device: isDeviceToken(deviceToken) ? deviceKey(deviceToken) : null,
  }
}

/** Device that a login registers: the one of the client's token, or a new one. */
export interface LoginDevice {
  readonly rateLimitKeys: RateLimitKeys
  readonly key: Buffer
  /** Stored by the client. */
  readonly token: string
}

export const loginDeviceOf = (
  request: { headers: IncomingHttpHeaders; address: string },
  deviceToken: string | undefined,
): LoginDevice => {
  const token = isDeviceToken(deviceToken) ? deviceToken : newDeviceToken()
  return { rateLimitKeys: rateLimitKeysOf(request, deviceToken), key: deviceKey(token), token }
}

/** A logged-in user is limited by account only, so that nobody else is affected. */
export const userKey = (userId: number): Buffer => keyOf('user', String(userId))
