import { sendCommand } from '@yunji/contract/devices/device/calls'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import type { CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { callApi } from '../../../../shared/api/client.ts'
import { showError } from '../../../../shared/api/show-error.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import type { Target } from './home-device.ts'
import { patchByResults } from './patch-devices.ts'

type Order = Omit<CallInput<typeof sendCommand>, 'deviceIds'>

/** Sends a command, and keeps what the answer tells about each device. */
export const send = async (ids: readonly number[], order: Order, hasIndicator = true): Promise<CommandResult[]> => {
  const { code, msg, data } = await callApi(sendCommand, { deviceIds: [...ids], ...order }, { hasIndicator })
  if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  patchByResults(data.results)
  return data.results
}

const tellHowItWent = (results: readonly CommandResult[], done: string): void => {
  const failed = results.filter(({ code }) => code !== ErrorCode.OK)
  const [failure] = failed
  if (!failure) showToast(done, 'success')
  else if (results.length === 1) showToast(failure.msg, 'error')
  else showToast(`${results.length - failed.length} 台成功，${failed.length} 台失败：${failure.msg}`, 'error')
}

/** Sends a command and tells how it went; the answers of the devices that took it. */
export const give = async ({ ids }: Target, order: Order, done: string): Promise<readonly CommandResult[]> => {
  try {
    const results = await send(ids, order)
    tellHowItWent(results, done)
    return results.filter(({ code }) => code === ErrorCode.OK)
  } catch (error) {
    showError(error)
    return []
  }
}
