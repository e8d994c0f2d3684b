import { describe, expect, it } from 'vitest'
import { createControlLease, type Holder } from './control-lease.ts'

const NOW_MS = 1_000_000
const person = (userId: number, more: Partial<Holder> = {}): Holder => ({
  userId,
  isOwner: false,
  isViewOnly: false,
  lastInputMs: NOW_MS,
  ...more,
})

describe('the lease', () => {
  it('goes to whoever comes first and may control', () => {
    const lease = createControlLease()
    const [looker, first, second] = [person(1, { isViewOnly: true }), person(2), person(3)]
    expect(lease.takeOnJoin(looker)).toBe(false)
    expect(lease.takeOnJoin(first)).toBe(true)
    expect(lease.takeOnJoin(second)).toBe(false)
    expect(lease.holder).toBe(first)
  })

  it('follows a person into another window', () => {
    const lease = createControlLease()
    const [old, young] = [person(1), person(1)]
    lease.takeOnJoin(old)
    expect(lease.takeOnJoin(young)).toBe(true)
    expect(lease.release(old)).toBe(false)
    expect(lease.holder).toBe(young)
  })

  it('is taken by the owner at once, and from the owner by nobody', () => {
    const lease = createControlLease()
    const [guest, owner] = [person(1), person(2, { isOwner: true })]
    lease.takeOnJoin(guest)
    expect(lease.take(owner, NOW_MS)).toBe(true)
    expect(lease.take(guest, NOW_MS + 3_600_000)).toBe(false)
  })

  it('is taken from another guest only when its hands rest', () => {
    const lease = createControlLease()
    const [one, other] = [person(1), person(2)]
    lease.takeOnJoin(one)
    expect(lease.take(other, NOW_MS + 9_999)).toBe(false)
    expect(lease.take(other, NOW_MS + 10_000)).toBe(true)
  })

  it('is never taken by one who may only look', () => {
    const lease = createControlLease()
    expect(lease.take(person(1, { isViewOnly: true, isOwner: true }), NOW_MS)).toBe(false)
  })
})
