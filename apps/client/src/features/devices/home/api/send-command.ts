import { sendCommand as sendCommandCall } from '@yunji/contract/devices/device/calls'
import type { DeviceCommand } from '@yunji/contract/devices/device/enums'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { commandTaskKinds, isTaskCommand } from '@yunji/contract/devices/task/rules'
import type { CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { callApi } from '../../../../shared/api/client.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { addBegunTask } from '../../../../shared/live/live-tasks.ts'
import type { Target } from './home-device.ts'
import { findDeviceName, patchByResults } from './patch-devices.ts'

type CommandInput = Omit<CallInput<typeof sendCommandCall>, 'deviceIds'>

/** Sends a command, patches the cached devices by the answer, and follows the task that it begins. */
export const postCommand = async (
  ids: readonly number[],
  input: CommandInput,
  hasIndicator = true,
): Promise<CommandResult[]> => {
  const { code, msg, data } = await callApi(sendCommandCall, { deviceIds: [...ids], ...input }, { hasIndicator })
  if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  if (data.taskId !== null) followTask(data.taskId, input.command, data.results)
  patchByResults(data.results)
  return data.results
}

/** A task may end before the live connection opens: only a known one has an end that is noticed. */
const followTask = (taskId: number, command: DeviceCommand, results: readonly CommandResult[]): void => {
  const [first, ...others] = results.filter(({ code }) => code === ErrorCode.OK)
  if (!first || !isTaskCommand(command)) return
  const { deviceId } = first
  const deviceName = findDeviceName(deviceId)
  addBegunTask({ taskId, kind: commandTaskKinds[command], deviceId, deviceName, deviceCount: others.length + 1 })
}

const showOutcome = (results: readonly CommandResult[], done: string): void => {
  const failed = results.filter(({ code }) => code !== ErrorCode.OK)
  const [failure] = failed
  if (!failure) showToast(done, 'success')
  else if (results.length === 1) showToast(failure.msg, 'error')
  else showToast(`${results.length - failed.length} 台成功，${failed.length} 台失败：${failure.msg}`, 'error')
}

/** Sends a command and shows each device's answer; returns the results of the devices that accepted it. */
export const sendCommand = async (
  { ids }: Target,
  input: CommandInput,
  done: string,
): Promise<readonly CommandResult[]> => {
  const results = await postCommand(ids, input)
  showOutcome(results, done)
  return results.filter(({ code }) => code === ErrorCode.OK)
}
