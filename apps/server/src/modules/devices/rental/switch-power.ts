import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { nextStep } from '@yunji/contract/machine'
import type { Tx } from '../../../platform/database.ts'
import { type AppErrorName, answerOf } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { type DeviceRow, isAnyOf, transition } from '../fleet/index.ts'
import { deleteDevice } from './delete-device.ts'
import type { RentalDeps } from './deps.ts'
import { deleteStop } from './metering-store.ts'
import { payHourToStart } from './pay-hour.ts'
import { recordStop } from './release-stopped.ts'
import { findStates, lockOwnDevice } from './store.ts'

type Outcome = AppErrorName | 'OK'
type Change = (deps: RentalDeps, tx: Tx, device: DeviceRow) => Promise<Outcome>

/**
 * Applies the same action to many devices, one transaction each: every device has its own result, and a failure stops
 * none of the others.
 */
const onEach =
  (change: Change) =>
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
const checkTransition = ({ state }: DeviceRow, event: DeviceEvent): Outcome | 'go' => {
  const step = nextStep(deviceMachine, state, event)
  if (!step.ok) return step.refusal.code === 'SHOW_ERROR_TIP' ? 'DEVICE_NOT_RUNNING' : step.refusal.code
  return step.isChanged ? 'go' : 'OK'
}

export const stopDevices = onEach(async (deps, tx, device) => {
  const answer = checkTransition(device, 'stop')
  if (answer !== 'go') return answer
  const now = deps.clock.now()
  await transition(tx, 'stop', now, isAnyOf([device.id]))
  if (device.isMetered) await recordStop(tx, deps, device, now)
  return 'OK'
})

/** A prepaid device starts while its rental lasts; a metered one when its hour is paid, also after its beans ran out. */
export const startDevices = onEach(async ({ clock }, tx, device) => {
  const now = clock.now()
  const isBack = device.isMetered && device.state === 'expired'
  const answer = isBack ? 'go' : checkTransition(device, 'start')
  if (answer !== 'go') return answer
  if (device.isMetered) {
    if (!(await payHourToStart(tx, device, now))) return 'START_UP_STANDARD_NOT_MET'
    if (isBack) await transition(tx, 'renew', now, isAnyOf([device.id]))
    await deleteStop(tx, device.id)
  } else if (device.expiresAt <= now) {
    return 'START_UP_STANDARD_NOT_MET'
  }
  await transition(tx, 'start', now, isAnyOf([device.id]))
  return 'OK'
})

/** Irreversible: the phone is erased and returned, and the remaining time is lost. */
export const deleteDevices = onEach(async ({ clock, jobs }, tx, device) => {
  const answer = checkTransition(device, 'delete')
  if (answer !== 'go') return answer
  await deleteDevice(tx, jobs, device.id, clock.now())
  return 'OK'
})
