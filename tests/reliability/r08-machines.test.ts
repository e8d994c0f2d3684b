import type { Machine } from '@yunji/contract/machine'
import { describe, expect, test } from 'vitest'
import { machineInvariants } from './r08-machine-invariants.ts'
import { brokenInvariants, brokenPurchases } from './r08-machines.ts'
import { type PurchaseMachines, purchaseMachines } from './r08-purchase.ts'

const runs = { numRuns: 300, seed: 20_261 }

/** The machine with one event of one state led elsewhere, or refused. */
const broken = <M extends Machine>(machine: M, state: string, event: string, target: string | undefined): M => {
  const { [event]: _old, ...others } = machine.states[state]?.on ?? {}
  const on = target === undefined ? others : { ...others, [event]: target }
  return { ...machine, states: { ...machine.states, [state]: { ...machine.states[state], on } } }
}

const invariantsOf = (name: string) => {
  const found = machineInvariants.find(({ machine }) => machine.name === name)
  if (!found) throw new Error(`there are no invariants for ${name}`)
  return found
}

describe('a broken machine breaks an invariant, and the shortest sequence that does so is shown', () => {
  test.each([
    ['order', 'expired', 'pay', undefined, 'money that came is never refused'],
    ['order', 'refunding', 'pay', 'paid', 'goods are granted once'],
    ['order', 'paid', 'cancel', 'cancelled', 'money that came is answered by the goods or by a refund'],
    ['payment', 'closed', 'confirm', undefined, "the provider's word is never refused"],
    ['payment', 'refunded', 'confirm', 'paid', 'a payment counts once'],
    ['device', 'running', 'delete', 'released', 'a running device is never deleted'],
    ['device', 'backingUp', 'restore', 'restoring', 'a device does one task at a time'],
    ['device', 'faulty', 'replace', undefined, 'a broken phone can be replaced'],
    ['device', 'expired', 'start', 'running', 'an expired device comes back by renewal only'],
    ['task', 'waiting', 'interrupt', undefined, 'a deadline that comes is taken'],
    ['task', 'failed', 'finish', 'succeeded', 'a task ends once'],
    ['coupon', 'locked', 'lock', 'locked', 'two orders never hold the same coupon'],
    ['coupon', 'locked', 'expire', 'expired', 'a held coupon does not go under its order'],
    ['transfer', 'rejected', 'accept', 'accepted', 'a transfer is decided once'],
    ['grant', 'revoked', 'takeUp', 'active', 'a revoked grant gives nothing back'],
    ['token', 'EXPIRE', 'renew', 'NORMAL', 'use revives nothing'],
  ])('%s, %s: %s leads to %s', (name, state, event, target, says) => {
    const found = invariantsOf(name)
    const [violation = ''] = brokenInvariants({ ...found, machine: broken(found.machine, state, event, target) }, runs)
    expect(violation).toContain(`${name}: ${says}`)
    expect(violation).toMatch(/after: [\w, ]+$/)
  })
})

describe('machines that do not fit each other break a purchase', () => {
  test.each([
    ['order', 'cancelled', 'pay', undefined],
    ['order', 'fulfilled', 'pay', 'paid'],
    ['payment', 'paid', 'refund', undefined],
    ['payment', 'closed', 'confirm', 'closed'],
    ['coupon', 'used', 'giveBack', undefined],
    ['coupon', 'locked', 'expire', 'expired'],
    ['device', 'stopped', 'delete', undefined],
    ['device', 'creating', 'settleRunning', 'stopped'],
  ] as const)('%s, %s: %s leads to %s', (name, state, event, target) => {
    const machines: PurchaseMachines = {
      ...purchaseMachines,
      [name]: broken(purchaseMachines[name] as Machine, state, event, target),
    }
    expect(brokenPurchases(runs, machines)).toHaveLength(1)
  })
})

test('the machines as they are keep every law', () => {
  expect(machineInvariants.flatMap((each) => brokenInvariants(each, runs))).toEqual([])
  expect(brokenPurchases(runs)).toEqual([])
})
