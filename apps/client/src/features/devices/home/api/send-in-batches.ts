import { MAX_DEVICES_PER_COMMAND } from '@yunji/contract/devices/device/rules'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { formatCount } from '@yunji/contract/display/text'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts'
import { track } from '../../../../shared/feedback/in-flight.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'

type Send = (deviceIds: readonly number[]) => Promise<readonly CommandResult[]>

export interface BatchOutcome {
  readonly results: readonly CommandResult[]
  /** Devices without a result, since a call failed. */
  readonly unfinished: number
  readonly failure?: string
}

/** Devices that a refusal names: gone, or no longer the user's. */
const missingIn = (error: unknown): readonly number[] => {
  if (!(error instanceof ApiError) || error.code !== ErrorCode.GET_DEVICE_FAILED) return []
  const { deviceIds } = (error.data ?? {}) as { readonly deviceIds?: unknown }
  return Array.isArray(deviceIds) ? deviceIds.map(Number) : []
}

/** One missing device refuses a whole call: the others are sent again without it. */
const sendToPresent = async (deviceIds: readonly number[], send: Send): Promise<readonly CommandResult[]> => {
  try {
    return await send(deviceIds)
  } catch (error) {
    const missing = new Set(missingIn(error))
    const present = deviceIds.filter((deviceId) => !missing.has(deviceId))
    if (missing.size === 0 || present.length === 0) throw error
    const { code = ErrorCode.GET_DEVICE_FAILED, message: msg } = error as ApiError
    const failed = [...missing].map((deviceId) => ({ deviceId, code, msg, state: 'released' as const, cover: '' }))
    return [...(await send(present)), ...failed]
  }
}

/**
 * Sends to any number of devices, in calls of at most `MAX_DEVICES_PER_COMMAND` one after the other. A failed call ends
 * the batch; what was sent before it keeps its results.
 */
export const sendInBatches = async (deviceIds: readonly number[], send: Send): Promise<BatchOutcome> => {
  const results: CommandResult[] = []
  for (let from = 0; from < deviceIds.length; from += MAX_DEVICES_PER_COMMAND) {
    const isLong = deviceIds.length > MAX_DEVICES_PER_COMMAND
    const end = track(isLong ? `已执行 ${formatCount(from)} / ${formatCount(deviceIds.length)} 台` : undefined)
    try {
      results.push(...(await sendToPresent(deviceIds.slice(from, from + MAX_DEVICES_PER_COMMAND), send)))
    } catch (error) {
      if (results.length === 0 || (error instanceof ApiError && error.isShown)) throw error
      return { results, unfinished: deviceIds.length - from, failure: messageOf(error) }
    } finally {
      end()
    }
  }
  return { results, unfinished: 0 }
}

/** Counts of a batch, with the first reason. */
export const outcomeText = ({ results, unfinished, failure }: BatchOutcome): string | undefined => {
  const failed = results.filter(({ code }) => code !== ErrorCode.OK)
  const reason = failed[0]?.msg ?? failure
  if (reason === undefined) return undefined
  if (results.length === 1 && unfinished === 0) return reason
  const parts = [
    `${formatCount(results.length - failed.length)} 台成功`,
    ...(failed.length > 0 ? [`${formatCount(failed.length)} 台失败`] : []),
    ...(unfinished > 0 ? [`${formatCount(unfinished)} 台未完成`] : []),
  ]
  return `${parts.join('，')}：${reason}`
}

export const showOutcome = (outcome: BatchOutcome, done: string): void => {
  const problem = outcomeText(outcome)
  if (problem === undefined) showToast(done, 'success')
  else showToast(problem, 'error')
}
