/** A failure by WeChat's rules, passed to the program; any other error is recorded as a fault. */
export class WxError extends Error {
  readonly details: Readonly<Record<string, unknown>>

  constructor(reason: string, details: Readonly<Record<string, unknown>> = {}) {
    super(reason)
    this.details = details
  }
}

export interface Callbacks {
  readonly success?: (result: unknown) => void
  readonly fail?: (result: unknown) => void
  readonly complete?: (result: unknown) => void
}

export type Result = Readonly<Record<string, unknown>>

/**
 * WeChat's asynchronous interfaces: they answer through callbacks, or by a promise when none is given, and never
 * before the caller has returned.
 */
export function answerLater(name: string, options: Callbacks, work: () => unknown): Promise<unknown> | undefined {
  const outcome = settle(name, work)
  if (options.success || options.fail || options.complete) {
    void outcome.then((settled) => setTimeout(() => callBack(options, settled)))
    return undefined
  }
  return outcome.then(({ isOk, result }) => (isOk ? result : Promise.reject(result)))
}

function callBack(options: Callbacks, { isOk, result }: Settled): void {
  if (isOk) options.success?.(result)
  else options.fail?.(result)
  options.complete?.(result)
}

interface Settled {
  readonly isOk: boolean
  readonly result: Result
}

async function settle(name: string, work: () => unknown): Promise<Settled> {
  try {
    const result = (await work()) as Result | undefined
    return { isOk: true, result: { errMsg: `${name}:ok`, ...result } }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const details = error instanceof WxError ? error.details : {}
    return { isOk: false, result: { errMsg: `${name}:fail ${error.message}`, ...details } }
  }
}
