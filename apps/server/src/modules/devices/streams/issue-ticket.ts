import { deviceMachine } from '@yunji/contract/devices/device/machine'
import type { StreamMode } from '@yunji/contract/devices/device/stream'
import { nextStep } from '@yunji/contract/machine'
import { type DeviceRight, includesRight } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { Database } from '../../../platform/database.ts'
import { AppError, type AppErrorName } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { findStreamTarget, STREAMED_STATES } from './store.ts'
import type { Tickets } from './tickets.ts'

export interface StreamDeps {
  readonly database: Database
  readonly tickets: Tickets
}

/** Ticket of a screen, and the address of the gateway that accepts it. */
export const issueTicket =
  ({ database: { db }, tickets }: StreamDeps) =>
  async ({ userId, sessionId }: Caller, deviceId: number, mode: StreamMode, right: DeviceRight | 'none') => {
    if (!includesRight(right, mode)) throw new AppError('NO_RIGHT')
    const device = await findStreamTarget(db, deviceId)
    if (!device) throw new AppError('GET_DEVICE_FAILED')
    const isStreamed: boolean = STREAMED_STATES.some((state) => state === device.state)
    if (!isStreamed) throw new AppError(refusalOf(device.state))
    const { ticket, expiresAt } = await tickets.issue({ userId, sessionId, deviceId, mode })
    return { ticket, path: device.gatewayUrl ?? sideRoutes.stream.path, expiresAt: expiresAt.getTime() }
  }

const refusalOf = (state: keyof typeof deviceMachine.states): AppErrorName => {
  if (state === 'expired') return 'START_UP_STANDARD_NOT_MET'
  const step = nextStep(deviceMachine, state, 'reboot')
  return step.ok || step.refusal.code === 'SHOW_ERROR_TIP' ? 'DEVICE_NOT_RUNNING' : step.refusal.code
}
