import type { ConfiguredKey } from '../platform/signing-keys.ts'
import { ConfigError } from './names.ts'

interface KeySettings {
  readonly YUNJI_SIGNING_KEY?: string | undefined
  readonly YUNJI_SIGNING_KEYS: readonly string[]
}

const ENTRY = /^([1-9]\d{0,5}):([\w+/=.-]{32,})$/
const RAW_KEY = /^raw\.[\w+/-]{43}=?$/
const NAME = 'YUNJI_SIGNING_KEYS'

/**
 * `YUNJI_SIGNING_KEY` is number 1. `YUNJI_SIGNING_KEYS` lists numbers with their keys, `2:…,1:…`, where a bare `1` stands
 * for `YUNJI_SIGNING_KEY`; the first one signs, all of them verify. No message repeats a key.
 */
export const readSigningKeys = (values: KeySettings): ConfiguredKey[] => {
  const first = values.YUNJI_SIGNING_KEY === undefined ? [] : [{ number: 1, secret: values.YUNJI_SIGNING_KEY }]
  const listed = values.YUNJI_SIGNING_KEYS.flatMap((entry, index) => {
    if (entry === '1' && first.length > 0) return first
    const [, number, secret = ''] = ENTRY.exec(entry) ?? []
    if (number === undefined) {
      throw new ConfigError(`${NAME}: entry ${index + 1} is not <number>:<key> with a key of 32 characters or more`)
    }
    if (secret.startsWith('raw.') && !RAW_KEY.test(secret)) {
      throw new ConfigError(`${NAME}: entry ${index + 1} is not the base64 of a key file`)
    }
    return [{ number: Number(number), secret }]
  })
  const isMissing = !listed.some(({ number }) => number === 1)
  const all = [...listed, ...(isMissing ? first : [])]
  const other = all.find(({ number }, index) => all.findIndex((each) => each.number === number) !== index)
  if (other) throw new ConfigError(`${NAME}: two keys have the number ${other.number}`)
  const differs = all.some(({ number, secret }) => number === 1 && first[0] && secret !== first[0].secret)
  if (differs) throw new ConfigError(`${NAME}: key 1 is another one than YUNJI_SIGNING_KEY`)
  return all
}
