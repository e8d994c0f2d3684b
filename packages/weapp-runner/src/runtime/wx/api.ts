import type { Recorder } from '../recorder.ts'
import { answerLater, type Callbacks, type Result, WxError } from './callback.ts'

/** An interface that answers at once. */
type SyncApi = (...args: never[]) => unknown
/** An interface that takes options with callbacks; a thrown error becomes its failure. */
type AsyncApi = (options: never) => unknown

/** A family of interfaces: what answers at once and what answers later. */
export interface ApiFamily {
  readonly sync?: Readonly<Record<string, SyncApi>>
  readonly async?: Readonly<Record<string, AsyncApi>>
}

/**
 * The `wx` object. It is a plain object with plain functions: frameworks list its keys and copy them, which a proxy
 * would not survive.
 */
export function createWx(
  families: readonly ApiFamily[],
  knownNames: readonly string[],
  answers: ReadonlyMap<string, Result>,
  recorder: Recorder,
): Record<string, unknown> {
  const wx: Record<string, unknown> = {}
  for (const name of knownNames) wx[name] = missingApi(name, answers, recorder)
  for (const { sync = {}, async = {} } of families) {
    for (const [name, api] of Object.entries(sync)) {
      wx[name] = (...args: never[]) => {
        recorder.call(name, args)
        return api(...args)
      }
    }
    for (const [name, api] of Object.entries(async)) wx[name] = asyncApi(name, api, answers, recorder)
  }
  return wx
}

const asyncApi =
  (name: string, api: AsyncApi, answers: ReadonlyMap<string, Result>, recorder: Recorder) =>
  (options: Callbacks = {}) => {
    recorder.call(name, [options])
    return answerLater(name, options, async () => {
      try {
        return fixedAnswer(name, answers) ?? (await api(options as never))
      } catch (error) {
        if (!(error instanceof WxError)) recorder.error(`wx.${name}`, error)
        throw error
      }
    })
  }

const missingApi =
  (name: string, answers: ReadonlyMap<string, Result>, recorder: Recorder) =>
  (options: Callbacks = {}) => {
    recorder.call(name, [options])
    return answerLater(name, options ?? {}, () => {
      const answer = fixedAnswer(name, answers)
      if (answer) return answer
      recorder.error(`wx.${name}`, 'the runner has no such interface and no answer was given for it')
      throw new WxError('not supported')
    })
  }

/** An answer whose text says that it failed is a failure, as with WeChat. */
function fixedAnswer(name: string, answers: ReadonlyMap<string, Result>): Result | undefined {
  const answer = answers.get(name)
  if (answer === undefined) return undefined
  const failure = /:fail ?(.*)$/.exec(String(answer.errMsg ?? ''))
  if (failure) throw new WxError(failure[1] ?? '', answer)
  return answer
}
