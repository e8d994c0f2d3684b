import { parsePublicKey } from '@yunji/phone-protocol/adb/auth'
import { ProtocolError } from '@yunji/phone-protocol/protocol-error'
import { FAULT_KINDS, type PhoneFault } from './fault.ts'
import type { PhoneConfig } from './system/config.ts'

/** Fields that a client may set; the others have defaults. */
export type PhoneConfigInput = Partial<Omit<PhoneConfig, 'id'>>

export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const TEXT_FIELDS = ['model', 'androidVersion', 'wallpaper'] as const
const NUMBER_FIELDS = ['width', 'height', 'memoryBytes', 'storageBytes'] as const

export function parsePhoneConfig(body: unknown): PhoneConfigInput {
  const given = asObject(body)
  const config: Record<string, unknown> = {}
  if (given.authorisedKeys !== undefined) config.authorisedKeys = parseKeys(given.authorisedKeys)
  for (const field of TEXT_FIELDS) {
    const value = given[field]
    if (value === undefined) continue
    if (typeof value !== 'string' || value.length > 64) throw new RequestError(400, `${field} is a short text.`)
    config[field] = value
  }
  for (const field of NUMBER_FIELDS) {
    const value = given[field]
    if (value === undefined) continue
    if (!Number.isSafeInteger(value) || Number(value) <= 0) throw new RequestError(400, `${field} is a whole number.`)
    config[field] = value
  }
  return config as PhoneConfigInput
}

function parseKeys(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > 32) throw new RequestError(400, 'authorisedKeys is a list.')
  return value.map((text) => {
    try {
      parsePublicKey(String(text))
    } catch (error) {
      if (error instanceof ProtocolError) throw new RequestError(400, 'A key is not in the form of adbkey.pub.')
      throw error
    }
    return String(text)
  })
}

export function parseFault(body: unknown): PhoneFault {
  const { kind, delayMs = 1000 } = asObject(body)
  const found = FAULT_KINDS.find((known) => known === kind)
  if (found === undefined) throw new RequestError(400, `kind is one of ${FAULT_KINDS.join(', ')}.`)
  if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs <= 60_000)) {
    throw new RequestError(400, 'delayMs is at most a minute.')
  }
  return { kind: found, delayMs }
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new RequestError(400, 'Not an object.')
  return body as Record<string, unknown>
}
