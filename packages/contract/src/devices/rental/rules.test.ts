import { expect, it } from 'vitest'
import { nextStep } from '../../machine.ts'
import { deviceStates } from '../device/enums.ts'
import { deviceMachine } from '../device/machine.ts'
import {
  type OwnerAction,
  ownerActionsOf,
  RETURN_RAN_UNDER_MS,
  RETURN_WITHIN_MS,
  returnRefusalOf,
  returnUntil,
  stopReleaseAt,
} from './rules.ts'

const own = { right: 'owner', isMetered: false } as const

it.each(deviceStates)('offers for one that is %s what its machine takes', (state) => {
  const taken = (['start', 'stop', 'delete', 'renew'] as const).filter((action) => {
    const step = nextStep(deviceMachine, state, action)
    return step.ok && (action === 'renew' || step.isChanged)
  })
  expect(ownerActionsOf({ ...own, state })).toEqual(taken)
})

it.each<[OwnerAction[], 'running' | 'expired']>([
  [['stop'], 'running'],
  [['start', 'delete'], 'expired'],
])('lets a metered one %j when it is %s, and never renews it', (actions, state) => {
  expect(ownerActionsOf({ ...own, isMetered: true, state })).toEqual(actions)
})

it('offers nothing to somebody who only uses it', () => {
  expect(ownerActionsOf({ state: 'running', isMetered: false, right: 'control' })).toEqual([])
})

const facts = { state: 'running', isBoughtByMoney: true, firstStartedAt: 1000, ranMs: 0, returnsThisMonth: 0 } as const

it('lets a device go back for two hours after its first start', () => {
  expect(returnRefusalOf(facts, 1000 + RETURN_WITHIN_MS - 1)).toBeNull()
  expect(returnRefusalOf(facts, 1000 + RETURN_WITHIN_MS)).toBe('tooLate')
  expect(returnUntil(1000)).toBe(1000 + RETURN_WITHIN_MS)
  expect(returnUntil(null)).toBeNull()
})

it('asks how long it ran', () => {
  expect(returnRefusalOf({ ...facts, ranMs: RETURN_RAN_UNDER_MS - 1 }, 1000)).toBeNull()
  expect(returnRefusalOf({ ...facts, ranMs: RETURN_RAN_UNDER_MS }, 1000)).toBe('ranTooLong')
})

it('takes back what was bought by money alone, and nothing twice', () => {
  expect(returnRefusalOf({ ...facts, isBoughtByMoney: false }, 1000)).toBe('notBoughtByMoney')
  expect(returnRefusalOf({ ...facts, state: 'released' }, 1000)).toBe('returned')
})

it.each(['running', 'stopped', 'expired', 'faulty'] as const)('takes one back that is %s', (state) => {
  expect(returnRefusalOf({ ...facts, state }, 1000)).toBeNull()
})

it.each(['creating', 'cleaning', 'backingUp'] as const)('waits for one that is %s', (state) => {
  expect(returnRefusalOf({ ...facts, firstStartedAt: null, state }, 1000)).toBe('busy')
})

it('takes two back a month, and says first what is wrong with the device itself', () => {
  expect(returnRefusalOf({ ...facts, returnsThisMonth: 1 }, 1000)).toBeNull()
  expect(returnRefusalOf({ ...facts, returnsThisMonth: 2 }, 1000)).toBe('monthlyLimit')
  expect(returnRefusalOf({ ...facts, returnsThisMonth: 3 }, 1000)).toBe('monthlyLimit')
  expect(returnRefusalOf({ ...facts, returnsThisMonth: 2, ranMs: RETURN_RAN_UNDER_MS }, 1000)).toBe('ranTooLong')
  expect(returnRefusalOf({ ...facts, returnsThisMonth: 2, state: 'cleaning' }, 1000)).toBe('monthlyLimit')
})

it('keeps a stopped metered device for seven days, and a day from the reminder', () => {
  const day = 24 * 3_600_000
  expect(stopReleaseAt(0, null)).toBe(7 * day)
  expect(stopReleaseAt(0, 6 * day)).toBe(7 * day)
  expect(stopReleaseAt(0, 9 * day)).toBe(10 * day)
})
