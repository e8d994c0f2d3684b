import { OVER_KEPT_MS } from '@yunji/contract/space/file/rules'
import { gigabytes } from '@yunji/contract/space/limits'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later } from '../../platform/clock.ts'
import { outbox } from '../../tables/messages.ts'
import { orders } from '../../tables/orders.ts'
import { spaceGrants } from '../../tables/recharge.ts'
import { spaceObjects, spaceUsage } from '../../tables/space.ts'
import { createDevices } from '../../testing/devices.ts'
import { createSpaceFiles } from '../../testing/space.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
let person: Awaited<ReturnType<typeof make.addPerson>>
beforeEach(async () => {
  person = await make.addPerson()
})
const { add, create, names, read, call } = createSpaceFiles(server, () => person)

const settle = async () => {
  await server.periodicJobs.find(({ name }) => name === 'space.settleOver')?.run()
}
const told = async () => {
  const rows = await db
    .select({ event: outbox.event })
    .from(outbox)
    .where(eq(outbox.userId, person.userId))
    .orderBy(outbox.id)
  return rows.map(({ event }) => event).filter((event) => event.startsWith('space'))
}
/** A plan of a gigabyte that ends in a day. */
const buyPlan = async () => {
  const now = server.clock.now()
  const [order] = await db
    .insert(orders)
    .values({
      userId: person.userId,
      kind: 'space',
      title: '云空间',
      state: 'fulfilled',
      lines: [],
      totalCents: 1,
      payableCents: 1,
      purchase: {},
      payMethod: 3,
      createdAt: now,
      expiresAt: now,
      paidAt: now,
      endedAt: now,
    } as never)
    .returning({ id: orders.id })
  const grant = { orderId: order?.id ?? 0, userId: person.userId, sizeGb: 1 }
  await db.insert(spaceGrants).values({ ...grant, startsAt: now, endsAt: later(now, DAY_MS) })
}
/** Files of nearly a gigabyte each, without their bytes. */
const fill = async (...fileNames: string[]) => {
  for (const name of fileNames) {
    const id = await add(name, `content of ${name}`)
    await db.execute(
      `update space_objects set size_bytes = ${gigabytes(1) - 100} where id = (select object_id from space_files where id = '${id}')`,
    )
    server.clock.advance(1000)
  }
  await db.execute(
    `update space_usage set file_bytes = (select coalesce(sum(size_bytes), 0) from space_objects where user_id = ${person.userId})
     where user_id = ${person.userId}`,
  )
}

describe('a space whose plan has ended', () => {
  it('takes nothing more, and after seven days loses its oldest files, with a word each time', async () => {
    await buyPlan()
    await fill('old.bin', 'new.bin')
    await settle()
    expect(await told()).toEqual([])
    server.clock.advance(DAY_MS)
    await settle()
    expect(await told()).toEqual(['spaceOver'])
    const deletesFrom = server.clock.now().getTime() + OVER_KEPT_MS
    expect(await read('getSpace')).toMatchObject({ isReadOnly: true, deletesFrom, planEndsAt: null })
    expect((await create('more.bin', 1)).json()).toMatchObject({ code: 1026 })
    expect((await names()).toSorted()).toEqual(['new.bin', 'old.bin'])

    server.clock.advance(OVER_KEPT_MS - DAY_MS)
    await settle()
    await settle()
    expect(await told()).toEqual(['spaceOver', 'spaceDeletionSoon'])
    server.clock.advance(DAY_MS - 1)
    await settle()
    expect(await names()).toHaveLength(2)
    server.clock.advance(1)
    await settle()
    expect(await names()).toEqual(['new.bin'])
    expect(await names('&isTrash=1')).toEqual([])
    expect(await told()).toEqual(['spaceOver', 'spaceDeletionSoon', 'spaceDeleted'])
    expect(await read('getSpace')).toMatchObject({ isReadOnly: false, deletesFrom: null })
  })

  it('is as before once it fits again: by a new plan, or by less', async () => {
    await buyPlan()
    await fill('a.bin', 'b.bin')
    server.clock.advance(DAY_MS)
    await settle()
    await buyPlan()
    await settle()
    expect(await read('getSpace')).toMatchObject({ isReadOnly: false, deletesFrom: null })
    server.clock.advance(DAY_MS)
    await settle()
    // Counted anew from the second end.
    expect(await read('getSpace')).toMatchObject({ deletesFrom: server.clock.now().getTime() + OVER_KEPT_MS })
    const { records } = (await read('getFileList')) as never as { records: { fileId: string }[] }
    await call('trashFiles', { fileIds: [records[0]?.fileId] })
    await settle()
    const [usage] = await db.select().from(spaceUsage).where(eq(spaceUsage.userId, person.userId))
    expect(usage?.overSince).toBeNull()
    expect(await db.$count(spaceObjects, eq(spaceObjects.userId, person.userId))).toBe(2)
  })
})
