import { type Call, type CallData, type CallInput, disableSchemaCompilation, parseAs } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { header, REQUEST_TIMEOUT_MS } from '@yunji/contract/wire/request'
import { endSession, readToken } from '../session/token.ts'

disableSchemaCompilation()

interface Failure {
  /** The envelope's code; absent when no envelope came. */
  readonly code?: number
  readonly data?: unknown
  /** No answer came: a retry may succeed. */
  readonly isTransport?: boolean
}

/** Failure of a call; its message is for the operator. */
export class ApiError extends Error {
  readonly code: number | undefined
  readonly data: unknown
  readonly isTransport: boolean

  constructor(message: string, { code, data, isTransport = false }: Failure = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.data = data
    this.isTransport = isTransport
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : '出了点问题，请稍后再试'

/** Called when a session lacks a step of its login or a right: `getSelf` names them, and the pages follow. */
let onChangedSelf = (): void => {}
export const watchChangedSelf = (listen: () => void): void => {
  onChangedSelf = listen
}

const textOfStatus = (status: number): string => {
  if (status === 413) return '提交的内容过大'
  if (status === 429) return '操作太频繁，请稍后再试'
  return '服务暂时不可用，请稍后再试'
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const exchange = async (url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> => {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    return await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  } catch (error) {
    if (signal?.aborted) throw error
    const text = timeout.aborted ? '请求超时，请稍后再试' : '网络连接失败，请检查网络后重试'
    throw new ApiError(text, { isTransport: true })
  }
}

const readEnvelope = async (response: Response, sentToken: string): Promise<unknown> => {
  const body: unknown = await response.json().catch(() => null)
  if (!isObject(body) || typeof body.code !== 'number') throw new ApiError(textOfStatus(response.status))
  const { code, data } = body
  const msg = typeof body.msg === 'string' ? body.msg : ''
  if (code === ErrorCode.OK) return data
  // About the token in use only: a late answer to an older one ends nothing.
  if (code === ErrorCode.LOGIN_TOKEN_INVALID && sentToken !== '' && sentToken === readToken()) {
    if (isObject(data) && 'step' in data) onChangedSelf()
    else endSession('登录已失效，请重新登录')
  }
  if (isObject(data) && 'right' in data) onChangedSelf()
  throw new ApiError(msg || textOfStatus(response.status), { code, data })
}

const queryOf = (input: object): string => {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
}

/**
 * Keys of writes whose answer has not come, by their values: pressed again, the same write acts once. A refusal keeps its
 * key, since one by a rate limit or an ended session says nothing of the attempt before it.
 */
const openKeys = new Map<string, string>()

/** Makes a call of the contract with the session of this tab. */
export const callApi = async <C extends Call>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<CallData<C>> => {
  const token = readToken()
  const isGet = call.method === 'GET'
  const values = `${call.path} ${JSON.stringify(input)}`
  const key = call.idempotent ? (openKeys.get(values) ?? crypto.randomUUID()) : undefined
  if (key !== undefined) openKeys.set(values, key)
  const headers = {
    ...(token && { [header.token]: token }),
    ...(!isGet && { 'content-type': 'application/json' }),
    ...(key !== undefined && { [header.idempotencyKey]: key }),
  }
  const query = isGet ? queryOf((input ?? {}) as object) : ''
  const init = { method: call.method, headers, ...(!isGet && { body: JSON.stringify(input ?? {}) }) }
  const data = await readEnvelope(await exchange(query ? `${call.path}?${query}` : call.path, init, signal), token)
  openKeys.delete(values)
  const read = parseAs<C['data']>(call.data, data)
  if (read === undefined) throw new ApiError('数据格式有误，请刷新页面')
  return read
}

/** Sends a file as it is, to one of the upload routes beside the calls. */
export const uploadFile = async (path: string, file: Blob, query: object = {}): Promise<unknown> => {
  const token = readToken()
  const url = `${path}?${queryOf(query)}`
  const headers = { [header.token]: token, 'content-type': file.type }
  return readEnvelope(await exchange(url, { method: 'POST', headers, body: file }), token)
}
