import { SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { spaceUsage } from '../../tables/space.ts'
import { createDevices } from '../../testing/devices.ts'
import { useServer } from '../../testing/use-server.ts'
import { chargeSpace, findSpace, moveSpace, releaseSpace } from './index.ts'
import type { SpaceKind } from './store.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
let userId = 0
beforeEach(async () => {
  ;({ userId } = await make.addPerson())
})

const now = () => server.clock.now()
const charge = (kind: SpaceKind, bytes: number) => db.transaction((tx) => chargeSpace(tx, userId, kind, bytes, now()))
const release = (kind: SpaceKind, bytes: number) => db.transaction((tx) => releaseSpace(tx, userId, kind, bytes))
const move = (from: SpaceKind, to: SpaceKind, bytes: number) =>
  db.transaction((tx) => moveSpace(tx, userId, { from, to, bytes }, now()))
const usage = async () => (await findSpace(db, userId, now())).usage
const NOT_ENOUGH = { error: 'CLOUD_SPACE_NOT_ENOUGH' }

describe('the space of an account', () => {
  it('is charged to the last byte and no further, and is given back', async () => {
    await charge('file', SPACE_FREE_BYTES - 10)
    await charge('backup', 10)
    await expect(charge('file', 1)).rejects.toMatchObject(NOT_ENOUGH)
    await release('backup', 4)
    await charge('backup', 4)
    expect(await findSpace(db, userId, now())).toEqual({
      quotaBytes: SPACE_FREE_BYTES,
      usedBytes: SPACE_FREE_BYTES,
      usage: { file: SPACE_FREE_BYTES - 10, backup: 10, trash: 0, lastChance: 0 },
    })
  })

  it('is never exceeded by charges at the same time', async () => {
    const part = SPACE_FREE_BYTES / 8
    const results = await Promise.allSettled(Array.from({ length: 24 }, () => charge('file', part)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(reasons).toEqual(Array.from({ length: 16 }, () => expect.objectContaining(NOT_ENOUGH)))
    expect(await usage()).toMatchObject({ file: SPACE_FREE_BYTES })
  })

  it('that is over its quota takes nothing more, and gives back', async () => {
    await charge('file', 10)
    await db.update(spaceUsage).set({ fileBytes: SPACE_FREE_BYTES + 1 })
    await expect(charge('backup', 0)).rejects.toMatchObject({ error: 'OVER_CLOUD_SPACE' })
    await release('file', 2)
    await charge('backup', 1)
  })

  it('counts the trash apart, up to as much again, and last-chance backups without a limit', async () => {
    await charge('file', SPACE_FREE_BYTES)
    await move('file', 'trash', SPACE_FREE_BYTES)
    await charge('file', SPACE_FREE_BYTES)
    await expect(move('file', 'trash', 1)).rejects.toMatchObject(NOT_ENOUGH)
    await expect(move('trash', 'file', 1)).rejects.toMatchObject(NOT_ENOUGH)
    await charge('lastChance', 5 * SPACE_FREE_BYTES)
    await release('file', 6)
    await move('trash', 'file', 6)
    expect(await usage()).toEqual({
      file: SPACE_FREE_BYTES,
      backup: 0,
      trash: SPACE_FREE_BYTES - 6,
      lastChance: 5 * SPACE_FREE_BYTES,
    })
  })

  it('never gives back what was not charged', async () => {
    await charge('file', 5)
    await expect(release('file', 6)).rejects.toThrow(/space_usage/)
    expect(await usage()).toMatchObject({ file: 5 })
  })
})
