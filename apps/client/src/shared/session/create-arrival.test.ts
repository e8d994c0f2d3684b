import { beforeEach, expect, test } from 'vitest'
import { createArrival } from './create-arrival.ts'

const stored = new Map<string, unknown>()

const newArrival = () =>
  createArrival({
    read: (key) => stored.get(key),
    write: (key, value) => void stored.set(key, value),
    remove: (key) => void stored.delete(key),
  })

const nobody = { inviteType: '', inviteCode: '', bindInfo: '-2', preGroup: '', shareUser: '' }

beforeEach(() => stored.clear())

test('somebody who came by themselves was brought by nobody', () => {
  const arrival = newArrival()
  expect(arrival.store.getState()).toEqual(nobody)
})

test('an invitation in the address is kept until the next visit', () => {
  newArrival().arrive({ inviteType: '2', inviteCode: 'X1', preGroup: 'g', shareUser: '9' })
  const later = newArrival()
  expect(later.store.getState()).toEqual({
    inviteType: '2',
    inviteCode: 'X1',
    bindInfo: '-2',
    preGroup: 'g',
    shareUser: '9',
  })
})

test('a binding that is over clears the invitation, also for the next visit', () => {
  const arrival = newArrival()
  arrival.arrive({ inviteType: '2', inviteCode: 'X1' })
  arrival.setBindInfo('-1')
  expect(arrival.store.getState()).toEqual({ ...nobody, bindInfo: '-1' })
  const later = newArrival()
  expect(later.store.getState()).toEqual({ ...nobody, bindInfo: '-1' })
})

test('a new invitation asks for a new binding', () => {
  const arrival = newArrival()
  arrival.setBindInfo('-1')
  arrival.arrive({ inviteCode: 'X2' })
  expect(arrival.store.getState()).toEqual({ ...nobody, inviteCode: 'X2', bindInfo: '-2' })
})

test('what is too long for a login is not taken', () => {
  const arrival = newArrival()
  arrival.arrive({ inviteCode: 'x'.repeat(65), preGroup: 'x'.repeat(65), shareUser: 'x'.repeat(64) })
  expect(arrival.store.getState()).toEqual({ ...nobody, shareUser: 'x'.repeat(64) })
})
