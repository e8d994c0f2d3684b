import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { nextStep } from '@yunji/contract/machine'
import type { Tx } from '../../../platform/database.ts'
import { type AppErrorName, answerOf } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { DeviceRow } from '../fleet/index.ts'
import type { RentalDeps } from './deps.ts'
import { findStates, lockOwnDevice } from './store.ts'

type Outcome = AppErrorName | 'OK'
export type DeviceChange = (deps: RentalDeps, tx: Tx, device: DeviceRow) => Promise<Outcome>

/**
 * Applies the same action to many devices, one transaction each: every device has its own result, and a failure stops
 * none of the others.
 */
export const applyToDevices =
  (change: DeviceChange) =>
  (deps: RentalDeps) =>
  async ({ userId }: Caller, deviceIds: readonly number[]): Promise<{ results: CommandResult[] }> => {
    const { db } = deps.database
    const requestedIds = [...new Set(deviceIds)]
    const outcomes = new Map<number, Outcome>()
    for (const deviceId of requestedIds) {
      const outcome = await db.transaction(async (tx) => {
        const device = await lockOwnDevice(tx, userId, deviceId)
        return device ? change(deps, tx, device) : 'GET_DEVICE_FAILED'
      })
      outcomes.set(deviceId, outcome)
    }
    await deps.power.applyTo(requestedIds)
    const states = await findStates(db, requestedIds)
    return {
      results: requestedIds.map((deviceId) => {
        const { code, text: msg } = answerOf(outcomes.get(deviceId) ?? 'GET_DEVICE_FAILED')
        const cover = deps.covers.addressOf(userId, deviceId)
        return { deviceId, code, msg, state: states.get(deviceId) ?? 'released', cover }
      }),
    }
  }

/** `go` when the machine accepts the event; else the outcome: already done, or the code that refuses it. */
export const checkTransition = ({ state }: DeviceRow, event: DeviceEvent): Outcome | 'go' => {
  const step = nextStep(deviceMachine, state, event)
  if (!step.ok) return step.refusal.code === 'SHOW_ERROR_TIP' ? 'DEVICE_NOT_RUNNING' : step.refusal.code
  return step.isChanged ? 'go' : 'OK'
}
