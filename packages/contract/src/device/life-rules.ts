import type { DeviceRight } from './rights.ts'
import type { DeviceState } from './states.ts'

/** What an owner does with the life of a device. */
export const lifeActions = ['start', 'stop', 'delete', 'renew'] as const
export type LifeAction = (typeof lifeActions)[number]

/** Said anew, since a page need not load all of the device's machine. */
const takenIn: Readonly<Record<LifeAction, readonly DeviceState[]>> = {
  start: ['stopped'],
  stop: ['running'],
  delete: ['stopped', 'expired', 'faulty'],
  renew: [
    'running',
    'stopped',
    'rebooting',
    'cleaning',
    'backingUp',
    'restoring',
    'replacing',
    'changingZone',
    'changingConfiguration',
    'updating',
    'expired',
    'faulty',
  ],
}

interface LivingDevice {
  readonly state: DeviceState
  readonly right: DeviceRight
  /** One that ran out of beans starts again with them; it is never renewed. */
  readonly isMetered: boolean
}

/** The actions that a device takes from somebody now. Only its owner has any. */
export const lifeActionsOf = ({ state, right, isMetered }: LivingDevice): readonly LifeAction[] =>
  lifeActions.filter((action) => {
    if (right !== 'owner') return false
    if (isMetered && action === 'renew') return false
    return takenIn[action].includes(state) || (isMetered && action === 'start' && state === 'expired')
  })
