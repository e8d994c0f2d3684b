import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@yunji/testkit/eventually'
import { expect, it } from 'vitest'
import { DELIVER_JOB } from '../../platform/outbox/outbox.ts'
import { dropConnections } from '../../testing/connections.ts'
import { addEvents, createReader, rechargeOf, recount } from '../../testing/messages.ts'
import { createPeople } from '../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'

const EVENTS = 900
const CUTS = 6
const CUT_EVERY_MS = 60
/** A job whose end could not be written is only taken up after its heartbeat. */
const DEADLINE_MS = 100_000

const server = await useServer()

it(
  'loses no message and brings none twice when its work is cut off again and again',
  async () => {
    const people = createPeople(server, 13_900_300_000)
    const three = [await people.member(), await people.member(), await people.member()]
    const events = Array.from({ length: EVENTS }, (_, at) => rechargeOf(three[at % 3]?.userId ?? 0))
    await addEvents(server, events)
    const { data: notice } = await server.post(
      '/vmcloud/api/operator/publishNotice',
      { title: '公告', content: '你好' },
      { token: OPERATOR_TOKEN },
    )
    for (let cuts = 0; cuts < CUTS; cuts += 1) {
      await dropConnections(server.database.url)
      await delay(CUT_EVERY_MS)
    }
    // As the retries do, which wait for the heartbeats of the jobs that were cut off.
    await server.database.db.transaction(async (tx) => {
      await server.jobs.add(tx, DELIVER_JOB, {})
      await server.jobs.add(tx, { name: 'messages.broadcast' }, notice as { noticeId: number })
    })
    await eventually(
      async () => {
        for (const { token } of three) {
          const unread = await createReader(server, token).unread()
          expect(unread).toMatchObject({ longSettlement: EVENTS / 3, longNotice: 1 })
        }
      },
      { deadlineMs: DEADLINE_MS, everyMs: 200 },
    )
    for (const { userId, token } of three)
      expect((await recount(server, userId)).unread).toEqual(await createReader(server, token).unread())
  },
  2 * DEADLINE_MS,
)
