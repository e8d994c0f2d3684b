import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenMachine } from './accounts/session/token.ts'
import { TokenStatus } from './accounts/user/enums.ts'
import { CouponStatus } from './commerce/coupon/enums.ts'
import { couponMachine } from './commerce/coupon/state.ts'
import { OrderStatus } from './commerce/order/enums.ts'
import { orderMachine } from './commerce/order/machine.ts'
import { deviceDeadlineMs } from './devices/device/machine.ts'
import { deadlineOf, isTerminal, type Machine, nextStep } from './machine.ts'
import { allMachines } from './testing/all-machines.ts'
import { anySequence, eventsOf, lastState, play, statesOf } from './testing/sequences.ts'

const successors = (machine: Machine, state: string): string[] =>
  eventsOf(machine).flatMap((event) => {
    const step = nextStep(machine, state, event)
    return step.ok && step.isChanged ? [step.state] : []
  })

const reachableFrom = (machine: Machine, start: string): ReadonlySet<string> => {
  const found = new Set([start])
  for (const state of found) for (const successor of successors(machine, state)) found.add(successor)
  return found
}

const rests = (machine: Machine) => (state: string) => deadlineOf(machine, state) === undefined

describe.each(allMachines.map((machine) => [machine.name, machine] as const))('%s', (_name, machine) => {
  test('leads only to states of its own', () => {
    const targets = statesOf(machine).flatMap((state) => successors(machine, state))
    expect(targets.filter((target) => !statesOf(machine).includes(target))).toEqual([])
  })

  test('has no state that cannot be reached', () => {
    expect([...reachableFrom(machine, machine.initial)].toSorted()).toEqual(statesOf(machine).toSorted())
  })

  test('has a way out of every state that is not terminal', () => {
    const stuck = statesOf(machine).filter(
      (state) => !isTerminal(machine, state) && successors(machine, state).length === 0,
    )
    expect(stuck).toEqual([])
  })

  test('comes to rest from every state', () => {
    const restless = statesOf(machine).filter((state) => ![...reachableFrom(machine, state)].some(rests(machine)))
    expect(restless).toEqual([])
  })

  test('takes the event of every deadline, and lets no terminal state wait for one', () => {
    const waiting = statesOf(machine).flatMap((state) => {
      const deadline = deadlineOf(machine, state)
      return deadline ? [{ state, deadline }] : []
    })
    for (const { state, deadline } of waiting) {
      expect(nextStep(machine, state, deadline.event)).toMatchObject({ ok: true })
      expect(isTerminal(machine, state)).toBe(false)
      expect(deadline.afterMs ?? 1).toBeGreaterThan(0)
    }
  })

  test('a refusal leaves no trace', () => {
    fc.assert(
      fc.property(anySequence(machine), (events) => {
        const history = play(machine, events)
        const taken = history.filter(({ isTaken }) => isTaken).map(({ event }) => event)
        expect(lastState(machine, play(machine, taken))).toBe(lastState(machine, history))
      }),
    )
  })

  test('a refusal names what was refused', () => {
    const refusals = statesOf(machine).flatMap((state) =>
      eventsOf(machine).flatMap((event) => {
        const step = nextStep(machine, state, event)
        return step.ok ? [] : [{ state, event, refusal: step.refusal }]
      }),
    )
    expect(refusals.length).toBeGreaterThan(0)
    expect(refusals.map(({ refusal }) => [refusal.machine, refusal.state, refusal.event])).toEqual(
      refusals.map(({ state, event }) => [machine.name, state, event]),
    )
  })

  test('a terminal state is left by nothing', () => {
    fc.assert(
      fc.property(anySequence(machine), (events) => {
        const left = play(machine, events).filter(({ from, to }) => from !== to && isTerminal(machine, from))
        expect(left).toEqual([])
      }),
    )
  })
})

describe('states have the names of the wire', () => {
  test('orders', () => expect(statesOf(orderMachine)).toEqual(expect.arrayContaining(Object.keys(OrderStatus))))
  test('orders, and no others', () => expect(statesOf(orderMachine)).toHaveLength(Object.keys(OrderStatus).length))
  test('coupons, with the lock between them', () => {
    expect(statesOf(couponMachine).toSorted()).toEqual([...Object.keys(CouponStatus), 'locked'].toSorted())
  })
  test('tokens', () => expect(statesOf(tokenMachine)).toEqual(Object.keys(TokenStatus)))
})

test('a paid order waits longer than the tasks that fulfil it may take', () => {
  const { creating, changingConfiguration } = deviceDeadlineMs
  expect(deadlineOf(orderMachine, 'paid')?.afterMs).toBeGreaterThan(Math.max(creating, changingConfiguration))
})
