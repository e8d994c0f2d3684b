import { sendCommand as sendCommandCall } from '@yunji/contract/devices/device/calls'
import type { DeviceCommand } from '@yunji/contract/devices/device/enums'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { commandTaskKinds, isTaskCommand } from '@yunji/contract/devices/task/rules'
import type { CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { requestData } from '../../../../shared/api/query.ts'
import { addBegunTask } from '../../../../shared/live/live-tasks.ts'
import type { Target } from './home-device.ts'
import { findDeviceName, patchByResults } from './patch-devices.ts'
import { sendInBatches, showOutcome } from './send-in-batches.ts'

type CommandInput = Omit<CallInput<typeof sendCommandCall>, 'deviceIds'>

/** Sends a command, patches the cached devices by the answer, and follows the task that it begins. */
export const postCommand = async (ids: readonly number[], input: CommandInput): Promise<CommandResult[]> => {
  const data = await requestData(sendCommandCall, { deviceIds: [...ids], ...input })
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

/** Sends a command and shows each device's answer; returns the results of the devices that accepted it. */
export const sendCommand = async (
  { ids }: Target,
  input: CommandInput,
  done: string,
): Promise<readonly CommandResult[]> => {
  const outcome = await sendInBatches(ids, (batch) => postCommand(batch, input))
  showOutcome(outcome, done)
  return outcome.results.filter(({ code }) => code === ErrorCode.OK)
}
