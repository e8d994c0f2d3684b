import type { Recorder } from '../recorder.ts'
import type { ApiFamily } from './api.ts'
import { answerLater, type Callbacks, WxError } from './callback.ts'

const DEFAULT_TIMEOUT_MS = 60_000
/** Requests of a program in the background fail after so long. */
const BACKGROUND_MS = 5000

interface RequestOptions extends Callbacks {
  readonly url: string
  readonly method?: string
  readonly data?: unknown
  readonly header?: Readonly<Record<string, string>>
  readonly timeout?: number
  readonly dataType?: string
  readonly responseType?: string
}

type HeadersListener = (result: { readonly header: Readonly<Record<string, string>> }) => void

/** `wx.request` on the browser's `fetch`. */
export class Requests {
  pendingCount = 0
  private readonly recorder: Recorder
  private readonly origin: string | undefined
  private readonly underWay = new Set<AbortController>()
  private backgroundTimer: ReturnType<typeof setTimeout> | undefined

  constructor(recorder: Recorder, origin: string | undefined) {
    this.recorder = recorder
    this.origin = origin
  }

  start(options: RequestOptions): object {
    const controller = new AbortController()
    const headerListeners = new Set<HeadersListener>()
    const outcome = answerLater('request', options, async () => {
      this.pendingCount += 1
      this.underWay.add(controller)
      try {
        return await this.send(options, controller, headerListeners)
      } finally {
        this.pendingCount -= 1
        this.underWay.delete(controller)
      }
    })
    const task = {
      abort: () => controller.abort('abort'),
      onHeadersReceived: (listener: HeadersListener) => headerListeners.add(listener),
      offHeadersReceived: (listener: HeadersListener) => headerListeners.delete(listener),
    }
    // WeChat gives a task, never a promise; a failure that nobody listens to goes unnoticed there.
    outcome?.catch(() => {})
    return task
  }

  enterBackground(): void {
    this.backgroundTimer = setTimeout(() => {
      for (const controller of this.underWay) controller.abort('interrupted')
    }, BACKGROUND_MS)
  }

  enterForeground(): void {
    clearTimeout(this.backgroundTimer)
  }

  private async send(options: RequestOptions, controller: AbortController, listeners: Set<HeadersListener>) {
    const url = this.address(options.url)
    const method = (options.method ?? 'GET').toUpperCase()
    const headers = new Headers(options.header)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    const isBodiless = method === 'GET' || method === 'HEAD'
    if (isBodiless) addQuery(url, options.data)
    const timer = setTimeout(() => controller.abort('timeout'), options.timeout ?? DEFAULT_TIMEOUT_MS)
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: isBodiless ? null : encodeBody(options.data, headers.get('content-type') ?? ''),
        signal: controller.signal,
        credentials: 'omit',
      })
      const header = Object.fromEntries(response.headers)
      for (const listener of listeners) listener({ header })
      return { data: await readBody(response, options), statusCode: response.status, header, cookies: [] }
    } catch (error) {
      throw new WxError(controller.signal.aborted ? String(controller.signal.reason) : (error as Error).message)
    } finally {
      clearTimeout(timer)
    }
  }

  private address(url: string): URL {
    if (!/^https?:\/\//.test(url)) {
      this.recorder.error('wx.request', `"${url}" is not a full address, which phones refuse`)
      throw new WxError('invalid url')
    }
    const parsed = new URL(url)
    return this.origin === undefined ? parsed : new URL(parsed.pathname + parsed.search, this.origin)
  }
}

function addQuery(url: URL, data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  for (const [key, value] of Object.entries(data)) url.searchParams.set(key, scalar(value))
}

function encodeBody(data: unknown, contentType: string): BodyInit | null {
  if (data === undefined || data === null) return null
  if (typeof data === 'string' || data instanceof ArrayBuffer) return data
  if (!contentType.includes('application/x-www-form-urlencoded')) return JSON.stringify(data)
  return new URLSearchParams(Object.entries(data).map(([key, value]) => [key, scalar(value)])).toString()
}

const scalar = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

async function readBody(response: Response, options: RequestOptions): Promise<unknown> {
  if (options.responseType === 'arraybuffer') return response.arrayBuffer()
  const text = await response.text()
  if ((options.dataType ?? 'json') !== 'json') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const requestApis = (requests: Requests): ApiFamily => ({
  sync: { request: (options: RequestOptions) => requests.start(options) },
})
