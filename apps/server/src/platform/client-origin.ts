import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { header } from '@yunji/contract/wire/request'
import { addressBlockOf } from './address-block.ts'
import { clientOf } from './known-clients.ts'

/** Where guesses come from, as keys of 16 bytes: brakes count by them, and nobody reads an address or a token out. */
export interface ClientOrigin {
  /** Address block and kind of client. */
  readonly network: Buffer
  /** The device whose token the client sent; nothing when it sent none. */
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

const clientOriginOf = (
  { headers, address }: { headers: IncomingHttpHeaders; address: string },
  deviceToken: string | undefined,
): ClientOrigin => {
  const client = headers[header.clientType.toLowerCase()]
  return {
    network: keyOf('network', `${addressBlockOf(address)}\n${clientOf(typeof client === 'string' ? client : '')}`),
    device: isDeviceToken(deviceToken) ? deviceKey(deviceToken) : null,
  }
}

/** The device that a login makes known: the one that the client says it is, or a new one. */
export interface LoginDevice {
  readonly origin: ClientOrigin
  readonly key: Buffer
  /** For the client to keep. */
  readonly token: string
}

export const loginDeviceOf = (
  request: { headers: IncomingHttpHeaders; address: string },
  deviceToken: string | undefined,
): LoginDevice => {
  const token = isDeviceToken(deviceToken) ? deviceToken : newDeviceToken()
  return { origin: clientOriginOf(request, deviceToken), key: deviceKey(token), token }
}

/** Somebody who is logged in stands in nobody's way but their own. */
export const userKey = (userId: number): Buffer => keyOf('user', String(userId))
