import { pathOf } from '@yunji/contract/pages'
import { header } from '@yunji/contract/wire/request'
import { storage } from '../storage/storage.ts'
import type { TransportRequest } from './transport.ts'

type EarlyRequest = Pick<TransportRequest, 'url' | 'headers'>

interface EarlyAnswer {
  readonly url: string
  /** Absent for a read that answers everybody alike, whose address has no query either. */
  readonly headers?: EarlyRequest['headers']
  readonly answer: Promise<{ readonly status: number; readonly text: string }>
  readonly askedAtMs: number
}

/** Read by `static/start.js`, which adds the token: without a login it asks for nothing. */
const STORAGE_KEY = 'earlyRequest'
const PATHS = ['/', pathOf('Home/index')]
/** An older answer is read again, since the times left in it are counted from now; a later one is not waited for. */
const MAX_AGE_MS = 5000

/** Keeps the first request of the home page, which the next start sends while its scripts load. */
export const keepForNextStart = ({ url, headers }: EarlyRequest): void => {
  const { [header.token]: _token, ...more } = headers
  storage.write(STORAGE_KEY, { url, headers: more, paths: PATHS, apiBase: API_BASE })
}

const isSame = (early: EarlyAnswer, { url, headers }: EarlyRequest): boolean => {
  const { headers: sent } = early
  if (!sent) return early.url === url.split('?', 1)[0]
  return early.url === url && Object.keys({ ...sent, ...headers }).every((name) => sent[name] === headers[name])
}

const later = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms)
  })

/** The answer that this start has asked for already, once, and only for exactly the same request. */
export const takeEarlyAnswer = async (request: EarlyRequest): Promise<Awaited<EarlyAnswer['answer']> | undefined> => {
  const holder = window as { earlyAnswer?: EarlyAnswer | undefined }
  const early = holder.earlyAnswer
  if (!early || !isSame(early, request)) return undefined
  holder.earlyAnswer = undefined
  const leftMs = early.askedAtMs + MAX_AGE_MS - performance.now()
  return leftMs > 0 ? Promise.race([early.answer.catch(() => undefined), later(leftMs)]) : undefined
}
