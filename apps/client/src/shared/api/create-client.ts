import { answerHandlingOf } from '@yunji/contract/accounts/session/answer-handling'
import {
  type Call,
  type CallData,
  type CallInput,
  disableSchemaCompilation,
  type Envelope,
  parseAs,
} from '@yunji/contract/wire/call'
import { ErrorCode, type PassedCode } from '@yunji/contract/wire/error-codes'
import { REQUEST_TIMEOUT_MS } from '@yunji/contract/wire/request'
import type { ClientFacts } from '../platform/app/client-facts.ts'
import { type Transport, TransportError, type TransportFailure } from '../platform/network/transport.ts'
import { ApiError } from './api-error.ts'
import { readEnvelope } from './read-answer.ts'
import { type Caller, headersOf, urlOf } from './request-parts.ts'

disableSchemaCompilation()

const NOT_FOUND_TEXT = 'Not Found'
const LEFT_BEHIND_TEXT = '账号已切换'
const MALFORMED_TEXT = '数据格式有误，请稍后再试'
const failureTexts: Readonly<Record<TransportFailure, string>> = {
  timeout: '请求超时，请稍后再试',
  network: '网络连接失败，请检查网络后重试',
}

/** A normal result: success with its data, or one of the passed codes, whose data has no fixed form. */
export type Answer<Data> =
  | { readonly code: typeof ErrorCode.OK; readonly msg: string; readonly data: Data }
  | { readonly code: Exclude<PassedCode, typeof ErrorCode.OK>; readonly msg: string; readonly data: unknown }

export interface CallOptions {
  /** Off where the page shows a skeleton of its own. */
  readonly hasIndicator?: boolean
  /** The same for every try of one intention; made when absent. */
  readonly idempotencyKey?: string
  /** Acts for a saved account; the answer does not affect the current login. */
  readonly as?: Pick<Caller, 'token' | 'userId'>
  /** Sent even while the page is being closed. */
  readonly outlivesPage?: boolean
  /** The first read of the home page: the next start sends it before its scripts have come. */
  readonly isFirstRead?: boolean
}

interface ClientDeps {
  readonly transport: Transport
  readonly client: ClientFacts
  readonly caller: () => Caller
  readonly randomId: () => string
  /** Tracks a request and gives what ends the tracking. */
  readonly track: (text: string | undefined, hasIndicator: boolean) => () => void
  readonly showError: (text: string) => void
  /** Logs an answer that is not a normal result. */
  readonly log: (text: string) => void
  /** The path of the page on screen. */
  readonly currentPath: () => string
  /** Clears the login. */
  readonly loseLogin: () => void
  readonly goToLogin: () => void
  /** Receives the server's time from each answer. */
  readonly onServerTime: (serverMs: number) => void
}

export const createClient = (deps: ClientDeps) => {
  const exchange = async (
    call: Call,
    input: unknown,
    caller: Caller,
    { idempotencyKey = deps.randomId(), outlivesPage, isFirstRead }: CallOptions,
  ): Promise<Envelope> => {
    const response = await deps
      .transport({
        method: call.method,
        url: urlOf(call, input, deps.client),
        headers: headersOf(call, caller, deps.client, idempotencyKey),
        ...(call.method === 'POST' && { body: JSON.stringify(input ?? {}) }),
        timeoutMs: REQUEST_TIMEOUT_MS,
        ...(outlivesPage && { outlivesPage }),
        ...(isFirstRead && { isFirstRead }),
      })
      .catch((error: unknown) => {
        const failure = error instanceof TransportError ? error.failure : 'network'
        throw new ApiError(failureTexts[failure], { isTransport: true })
      })
    if (response.status === 404) {
      deps.showError(NOT_FOUND_TEXT)
      throw new ApiError(NOT_FOUND_TEXT, { isShown: true })
    }
    const envelope = readEnvelope(response, (code, msg) => deps.log(`${call.path}: ${code} ${msg}`))
    deps.onServerTime(envelope.ts)
    return envelope
  }

  const judge = <C extends Call>(call: C, sentToken: string, envelope: Envelope): Answer<CallData<C>> => {
    const { code, msg, data } = envelope
    const { outcome, losesLogin, showsMessage, goesToLogin } = answerHandlingOf(code, {
      path: deps.currentPath(),
      isQuiet: call.quiet,
      sentToken,
      currentToken: deps.caller().token,
    })
    if (losesLogin) deps.loseLogin()
    if (showsMessage) deps.showError(msg)
    if (goesToLogin) deps.goToLogin()
    switch (outcome) {
      case 'pass':
        return passed(call, envelope)
      case 'rejectMessage':
        deps.log(`${call.path}: ${code} ${msg}`)
        throw new ApiError(msg, { code, data })
      case 'rejectResponse':
        throw new ApiError(msg, { code, data, response: envelope })
      case 'rejectSilently':
        throw new ApiError(msg, { code, data, isShown: true })
    }
  }

  return async <C extends Call>(
    call: C,
    input: CallInput<C>,
    options: CallOptions = {},
  ): Promise<Answer<CallData<C>>> => {
    const { hasIndicator = true, as } = options
    const inUse = deps.caller()
    const end = call.quiet ? undefined : deps.track(call.loadingText, hasIndicator)
    try {
      const caller = { ...inUse, ...as }
      const envelope = await exchange(call, input, caller, options)
      // The account changed meanwhile: the answer is dropped, and the error counts as shown.
      if (!as && deps.caller().token !== inUse.token) throw new ApiError(LEFT_BEHIND_TEXT, { isShown: true })
      return judge(call, caller.token, envelope)
    } finally {
      end?.()
    }
  }
}

export type CallApi = ReturnType<typeof createClient>

const passed = <C extends Call>(call: C, { code, msg, data }: Envelope): Answer<CallData<C>> => {
  if (code !== ErrorCode.OK) return { code: code as Exclude<PassedCode, typeof ErrorCode.OK>, msg, data }
  const read = parseAs<C['data']>(call.data, data)
  if (read === undefined) throw new ApiError(MALFORMED_TEXT)
  return { code, msg, data: read }
}
