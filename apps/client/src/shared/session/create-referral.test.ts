import { beforeEach, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createReferral } from './create-referral.ts'
import { initialSession } from './session-state.ts'

const stored = new Map<string, unknown>()

const initial = initialSession({ channel: 'h5', version: '1.0.0', runtime: 'h5' })

/** The next visit of the same client, with the session that it begins. */
const newArrival = () => {
  const store = createStore(() => initial)
  const storage = {
    read: (key: string) => stored.get(key),
    write: (key: string, value: unknown) => void stored.set(key, value),
    remove: (key: string) => void stored.delete(key),
  }
  return { ...createReferral({ storage, store }), store }
}

beforeEach(() => stored.clear())

test('somebody who came by themselves was brought by nobody', () => {
  const arrival = newArrival()
  expect(arrival.store.getState()).toEqual(initial)
})

test('an invitation in the address is kept until the next visit', () => {
  newArrival().record({ inviteType: '2', inviteCode: 'X1', preGroup: 'g', shareUser: '9' })
  const later = newArrival()
  expect(later.store.getState()).toEqual({
    ...initial,
    inviteType: '2',
    inviteCode: 'X1',
    bindInfo: '-2',
    preGroup: 'g',
    shareUser: '9',
  })
})

test('a binding that is over clears the invitation, also for the next visit', () => {
  const arrival = newArrival()
  arrival.record({ inviteType: '2', inviteCode: 'X1' })
  arrival.setBindInfo('-1')
  expect(arrival.store.getState()).toEqual({ ...initial, bindInfo: '-1' })
  const later = newArrival()
  expect(later.store.getState()).toEqual({ ...initial, bindInfo: '-1' })
})

test('a new invitation asks for a new binding', () => {
  const arrival = newArrival()
  arrival.setBindInfo('-1')
  arrival.record({ inviteCode: 'X2' })
  expect(arrival.store.getState()).toEqual({ ...initial, inviteCode: 'X2', bindInfo: '-2' })
})

test('what is too long for a login is not taken', () => {
  const arrival = newArrival()
  arrival.record({ inviteCode: 'x'.repeat(65), preGroup: 'x'.repeat(65), shareUser: 'x'.repeat(64) })
  expect(arrival.store.getState()).toEqual({ ...initial, shareUser: 'x'.repeat(64) })
})
