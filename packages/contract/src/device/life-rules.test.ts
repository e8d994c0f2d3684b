import { expect, it } from 'vitest'
import { deviceMachine } from '../machines/device.ts'
import { next } from '../machines/machine.ts'
import { type LifeAction, lifeActionsOf } from './life-rules.ts'
import { deviceStates } from './states.ts'

const own = { right: 'owner', isMetered: false } as const

it.each(deviceStates)('offers for one that is %s what its machine takes', (state) => {
  const taken = (['start', 'stop', 'delete', 'renew'] as const).filter((action) => {
    const step = next(deviceMachine, state, action)
    return step.ok && (action === 'renew' || step.isChanged)
  })
  expect(lifeActionsOf({ ...own, state })).toEqual(taken)
})

it.each<[LifeAction[], 'running' | 'expired']>([
  [['stop'], 'running'],
  [['start', 'delete'], 'expired'],
])('lets a metered one %j when it is %s, and never renews it', (actions, state) => {
  expect(lifeActionsOf({ ...own, isMetered: true, state })).toEqual(actions)
})

it('offers nothing to somebody who only uses it', () => {
  expect(lifeActionsOf({ state: 'running', isMetered: false, right: 'control' })).toEqual([])
})
