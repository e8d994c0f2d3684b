import { describe, expect, test } from 'vitest'
import { deadlineOf, isTerminal, type Machine, nextStep, statesAccepting } from './machine.ts'

type State = 'closed' | 'open' | 'broken'
type Event = 'push' | 'pull' | 'kick'

const door: Machine<State, Event> = {
  name: 'door',
  initial: 'closed',
  states: {
    closed: { on: { push: 'open', kick: 'broken' }, rests: true, refusals: { pull: 'DELETE_ERROR' } },
    open: {
      on: { pull: 'closed', push: 'open' },
      deadline: { event: 'pull', afterMs: 1000 },
      refusal: 'TASK_INTERRUPTED',
    },
    broken: { on: { kick: 'broken' }, rests: true },
  },
}

describe('next', () => {
  test('leads to another state', () => {
    expect(nextStep(door, 'closed', 'push')).toEqual({ ok: true, state: 'open', isChanged: true })
  })

  test('takes an event that happened before, and changes nothing', () => {
    expect(nextStep(door, 'open', 'push')).toEqual({ ok: true, state: 'open', isChanged: false })
  })

  test('refuses with the words of the event, of the state, or the general ones', () => {
    expect(nextStep(door, 'closed', 'pull')).toEqual({
      ok: false,
      refusal: { machine: 'door', state: 'closed', event: 'pull', reason: 'notNow', code: 'DELETE_ERROR' },
    })
    expect(nextStep(door, 'open', 'kick')).toMatchObject({ refusal: { reason: 'notNow', code: 'TASK_INTERRUPTED' } })
    expect(nextStep(door, 'broken', 'push')).toMatchObject({ refusal: { reason: 'ended', code: 'SHOW_ERROR_TIP' } })
  })

  test('is not fooled by names that every object has', () => {
    expect(nextStep(door as Machine, 'open', 'constructor').ok).toBe(false)
    expect(() => nextStep(door as Machine, 'toString', 'push')).toThrow('door has no state toString')
  })
})

test('a state is terminal when nothing leads out of it', () => {
  expect((['closed', 'open', 'broken'] as const).filter((state) => isTerminal(door, state))).toEqual(['broken'])
})

test('a state that may not rest has a deadline', () => {
  expect(deadlineOf(door, 'open')).toEqual({ event: 'pull', afterMs: 1000 })
  expect(deadlineOf(door, 'closed')).toBeUndefined()
})

test('an event is carried out from the states that it changes', () => {
  expect(statesAccepting(door, 'kick')).toEqual(['closed'])
  expect(statesAccepting(door, 'push')).toEqual(['closed'])
})
