import { beforeEach, describe, expect, it } from 'vitest'
import type { LeaseRow } from '../modules/devices/streams/index.ts'
import { createControlLease, type Holder } from './control-lease.ts'

const NOW_MS = 1_000_000
const person = (userId: number, more: Partial<Holder> = {}): Holder => ({
  userId,
  isOwner: false,
  isViewOnly: false,
  lastInputMs: NOW_MS,
  ...more,
})
const FREE: LeaseRow = { isMine: false, holder: null, next: null, isNextMine: false }
const MINE: LeaseRow = { ...FREE, isMine: true }
const ASKED: LeaseRow = { ...FREE, holder: { userId: 9, isOwner: false }, isNextMine: true }

let nowMs = NOW_MS
let isLive = true
let rounds = 0
let told: string[] = []
beforeEach(() => {
  nowMs = NOW_MS
  isLive = true
  rounds = 0
  told = []
})

const create = () =>
  createControlLease<Holder>({
    nowMs: () => nowMs,
    isLive: () => isLive,
    sync: () => void (rounds += 1),
    close: () => undefined,
    listener: {
      onRelease: ({ userId }) => void told.push(`release ${userId}`),
      onLost: ({ userId }) => void told.push(`lost ${userId}`),
      onMove: () => void told.push('move'),
      onRefused: ({ userId }, reason) => void told.push(`${reason} ${userId}`),
      onLapse: ({ userId }) => void told.push(`lapse ${userId}`),
    },
  })

/** The lease of a gateway that has it. */
const createOwn = () => {
  const lease = create()
  lease.apply(MINE)
  told = []
  return lease
}

describe('the lease of this gateway', () => {
  it('goes to whoever comes first and may control', () => {
    const lease = createOwn()
    const [looker, first, second] = [person(1, { isViewOnly: true }), person(2), person(3)]
    for (const viewer of [looker, first, second]) lease.join(viewer)
    expect(lease.holder).toBe(first)
  })

  it('follows a person into another window', () => {
    const lease = createOwn()
    const [old, young] = [person(1), person(1)]
    lease.join(old)
    lease.join(young)
    lease.release(old)
    expect(lease.holder).toBe(young)
    expect(told).toEqual(['release 1'])
  })

  it('is taken by the owner at once, and from the owner by nobody', () => {
    const lease = createOwn()
    const [guest, owner] = [person(1), person(2, { isOwner: true })]
    lease.join(guest)
    lease.take(owner)
    expect(lease.holder).toBe(owner)
    nowMs += 3_600_000
    lease.take(guest)
    expect(lease.holder).toBe(owner)
    expect(told).toEqual(['release 1', 'move', 'taken 1'])
  })

  it('is taken from another guest only after ten idle seconds', () => {
    const lease = createOwn()
    const [one, other] = [person(1), person(2)]
    lease.join(one)
    nowMs += 9_999
    lease.take(other)
    expect(lease.holder).toBe(one)
    nowMs += 1
    lease.take(other)
    expect(lease.holder).toBe(other)
  })

  it('is never taken by one who may only look', () => {
    const lease = createOwn()
    lease.take(person(1, { isViewOnly: true, isOwner: true }))
    expect(lease.holder).toBeUndefined()
  })

  it('is published with its holder, whose idle time is told', () => {
    const lease = createOwn()
    lease.join(person(1, { isOwner: true }))
    nowMs += 700
    expect(lease.prepare()).toEqual({
      isMine: true,
      candidate: { userId: 1, isOwner: true },
      idleMs: 700,
      request: 'none',
      answer: 'none',
    })
  })
})

describe('a lease that another gateway asks for', () => {
  const askedBy = (userId: number, isOwner = false): LeaseRow => ({ ...MINE, next: { userId, isOwner } })

  it('is handed over after its holder has let go', () => {
    const lease = createOwn()
    lease.join(person(1))
    lease.apply(askedBy(2, true))
    expect(lease.holder).toBeUndefined()
    expect(told).toEqual(['release 1', 'lost 1', 'move'])
    expect(lease.prepare()).toMatchObject({ isMine: false, answer: 'handOver', request: 'none' })
  })

  it('is handed over again when the round with the answer has failed', () => {
    const lease = createOwn()
    lease.apply(askedBy(2))
    lease.prepare()
    lease.fail()
    lease.apply(askedBy(2))
    expect(lease.prepare()).toMatchObject({ answer: 'handOver' })
  })

  it('is kept while its holder is at work, whatever the row says', () => {
    const lease = createOwn()
    const holder = person(1)
    lease.join(holder)
    lease.apply(askedBy(2))
    expect(lease.holder).toBe(holder)
    expect(lease.prepare()).toMatchObject({ isMine: true, answer: 'refuse' })
  })

  it('is here again when the one who asked is gone', () => {
    const lease = createOwn()
    lease.apply(askedBy(2))
    lease.prepare()
    lease.apply(MINE)
    lease.join(person(1))
    expect(lease.holder).toMatchObject({ userId: 1 })
  })
})

describe('a lease of another gateway', () => {
  it('is asked for once, and comes with the controls', () => {
    const lease = create()
    const viewer = person(1)
    lease.join(viewer)
    expect(lease.prepare()).toMatchObject({ isMine: false, request: 'join', candidate: { userId: 1 } })
    lease.apply(ASKED)
    expect(lease.holder).toBeUndefined()
    expect(lease.prepare()).toMatchObject({ request: 'none', candidate: { userId: 1 } })
    lease.apply(MINE)
    expect(lease.holder).toBe(viewer)
  })

  it('that is refused is told to who took, not to who came', () => {
    const lease = create()
    const held = { ...FREE, holder: { userId: 9, isOwner: true } }
    lease.join(person(1))
    lease.prepare()
    lease.apply(held)
    expect(told).toEqual(['move'])
    lease.take(person(1))
    lease.prepare()
    lease.apply(held)
    expect(told).toEqual(['move', 'taken 1'])
    expect(lease.isHeld).toBe(true)
  })

  it('is not refused by a round that began before it was asked for', () => {
    const lease = create()
    lease.prepare()
    lease.take(person(1))
    lease.apply({ ...FREE, holder: { userId: 9, isOwner: false } })
    expect(told).toEqual(['move'])
    expect(lease.prepare()).toMatchObject({ request: 'take' })
  })

  it('is asked for without a viewer who has left since', () => {
    const lease = create()
    const viewer = person(1)
    lease.take(viewer)
    lease.release(viewer)
    expect(lease.prepare()).toMatchObject({ request: 'none', candidate: null })
    lease.apply(MINE)
    expect(lease.holder).toBeUndefined()
  })

  it('cannot be asked for without the database, and the viewer is told', () => {
    const lease = create()
    lease.apply(FREE)
    lease.take(person(1))
    lease.prepare()
    lease.fail()
    expect(told).toEqual(['unavailable 1'])
    expect(lease.prepare()).toMatchObject({ request: 'none' })
  })

  it('is wanted again with the next round by one who came while the database was away', async () => {
    const lease = create()
    lease.join(person(1))
    lease.prepare()
    lease.fail()
    await lease.ready
    expect(lease.prepare()).toMatchObject({ request: 'join' })
  })
})

describe('a lease that has run out', () => {
  it('sends nothing, not even a release', () => {
    const lease = createOwn()
    const viewer = person(1)
    lease.join(viewer)
    isLive = false
    expect(lease.holder).toBeUndefined()
    lease.release(viewer)
    expect(told).toEqual(['lost 1', 'move'])
  })

  it('is said once, and is good again with its renewal, with nothing pressed', () => {
    const lease = createOwn()
    const viewer = person(1)
    lease.join(viewer)
    isLive = false
    for (let tries = 0; tries < 3; tries += 1) {
      lease.prepare()
      lease.fail()
    }
    expect(told).toEqual(['move', 'lapse 1'])
    lease.take(person(2, { isOwner: true }))
    expect(told.at(-1)).toBe('unavailable 2')
    lease.prepare()
    isLive = true
    lease.apply(MINE)
    expect(told.slice(-2)).toEqual(['release 1', 'move'])
    expect(lease.holder).toBe(viewer)
  })

  it('is noticed by the process that was stopped, when it runs again', () => {
    const lease = createOwn()
    lease.join(person(1))
    isLive = false
    lease.prepare()
    isLive = true
    lease.apply(MINE)
    expect(told).toEqual(['release 1', 'move'])
  })

  it('is lost to another gateway, or claimed again for the same viewer', () => {
    const [taken, gone] = [createOwn(), createOwn()]
    for (const lease of [taken, gone]) lease.join(person(1))
    taken.apply({ ...FREE, holder: { userId: 2, isOwner: false } })
    expect([taken.holder, taken.isHeld]).toEqual([undefined, true])
    expect(taken.prepare()).toMatchObject({ request: 'none', candidate: null })
    gone.apply(undefined)
    expect(told).toEqual(['lost 1', 'move', 'lost 1', 'move'])
    expect(gone.prepare()).toMatchObject({ candidate: { userId: 1 } })
    gone.apply(MINE)
    expect(gone.holder).toMatchObject({ userId: 1 })
  })
})
