import { parsePublicKey } from '@yunji/phone-protocol/adb/auth'
import { ProtocolError } from '@yunji/phone-protocol/protocol-error'
import { FAULT_KINDS, type PhoneFault, type PhoneState } from './fault.ts'
import { ADB_FEATURES, type PhoneConfig, ROOT_WAYS } from './system/config.ts'

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

const TEXT_FIELDS = ['model', 'androidVersion', 'imageVersion', 'wallpaper'] as const
const FLAG_FIELDS = ['hasReverse', 'isTlsRequired', 'refusesProfile'] as const
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
  if (given.root !== undefined) {
    config.root = ROOT_WAYS.find((known) => known === given.root)
    if (config.root === undefined) throw new RequestError(400, `root is one of ${ROOT_WAYS.join(', ')}.`)
  }
  for (const field of FLAG_FIELDS) {
    if (given[field] === undefined) continue
    if (typeof given[field] !== 'boolean') throw new RequestError(400, `${field} is true or false.`)
    config[field] = given[field]
  }
  if (given.adbFeatures !== undefined) {
    const features = parseTexts(given.adbFeatures, 'adbFeatures')
    if (features.some((name) => !ADB_FEATURES.includes(name)))
      throw new RequestError(400, `Features: ${ADB_FEATURES.join(', ')}.`)
    config.adbFeatures = features
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

export function parsePower(body: unknown): boolean {
  const { isOn } = asObject(body)
  if (typeof isOn !== 'boolean') throw new RequestError(400, 'isOn is true or false.')
  return isOn
}

const STATE_FLAGS = ['isDebuggingOn', 'isAwake', 'isLocked'] as const
const FILE_KINDS = ['socket', 'vanishes', 'shrinks'] as const

export function parseState(body: unknown): PhoneState {
  const given = asObject(body)
  const state: Record<string, unknown> = {}
  for (const flag of STATE_FLAGS) {
    if (given[flag] === undefined) continue
    if (typeof given[flag] !== 'boolean') throw new RequestError(400, `${flag} is true or false.`)
    state[flag] = given[flag]
  }
  if (given.awayServices !== undefined) state.awayServices = parseTexts(given.awayServices, 'awayServices')
  for (const count of ['afterCalls', 'forCalls'] as const) {
    if (given[count] === undefined) continue
    if (!Number.isSafeInteger(given[count])) throw new RequestError(400, `${count} is a whole number.`)
    state[count] = given[count]
  }
  if (given.accounts !== undefined) state.accounts = parseAccounts(given.accounts)
  if (given.vpn !== undefined) {
    if (typeof given.vpn !== 'string') throw new RequestError(400, 'vpn is the name of a package.')
    state.vpn = given.vpn
  }
  if (given.file !== undefined) {
    const { path, kind } = asObject(given.file)
    const found = FILE_KINDS.find((known) => known === kind)
    if (typeof path !== 'string' || !path.startsWith('/') || found === undefined) {
      throw new RequestError(400, `file has a path and a kind, one of ${FILE_KINDS.join(', ')}.`)
    }
    state.file = { path, kind: found }
  }
  return state as PhoneState
}

function parseAccounts(value: unknown): PhoneState['accounts'] {
  if (!Array.isArray(value) || value.length > 64) throw new RequestError(400, 'accounts is a list.')
  return value.map((each) => {
    const { name, type, packageName } = asObject(each)
    if (typeof name !== 'string' || typeof type !== 'string' || typeof packageName !== 'string') {
      throw new RequestError(400, 'An account has a name, a type and a packageName.')
    }
    return { name, type, packageName }
  })
}

function parseTexts(value: unknown, field: string): string[] {
  if (!Array.isArray(value) || value.length > 64 || value.some((text) => typeof text !== 'string')) {
    throw new RequestError(400, `${field} is a list of texts.`)
  }
  return value as string[]
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new RequestError(400, 'Not an object.')
  return body as Record<string, unknown>
}
