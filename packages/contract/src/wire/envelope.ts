import type { EnvelopeCode } from './error-codes.ts'

/** What every call answers, also when it fails. `ts` is the server's time in epoch milliseconds. */
export interface Envelope<Data = unknown> {
  code: EnvelopeCode
  msg: string
  data: Data | null
  ts: number
}
