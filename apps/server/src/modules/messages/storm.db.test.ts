import { MessageType } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { expect, it } from 'vitest'
import { createReader, readyOf, rechargeOf, recount } from '../../testing/messages.ts'
import { createPeople } from '../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'

/** A fiftieth of the burst of `npm run bench -- polling --storm`. */
const STORM = 2000
const LARGEST_CHUNK = 250
const PARAMETERS_AT_ONCE = 1000

const server = await useServer()
const people = createPeople(server, 13_800_200_000)

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.database.pool.query(text, values)).rows

/** Messages written by one transaction share its `xmin`. */
const chunksOf = async (condition: string, values: unknown[]): Promise<number[]> => {
  const chunks = await query<{ size: number }>(
    `select count(*)::int as size from messages where ${condition} group by xmin::text`,
    values,
  )
  return chunks.map(({ size }) => size)
}

/** Calls of another user, one after the other, until the burst is over. */
const callMeanwhile = async (token: string, isOver: () => Promise<boolean>): Promise<number[]> => {
  const reader = createReader(server, token)
  const codes: number[] = []
  do {
    await reader.unread()
    codes.push((await reader.readAll()).code)
  } while (!(await isOver()))
  return codes
}

it('thousands of messages for one person come in turns with those for others, and are counted to the last', async () => {
  const [flooded, other] = [await people.member(), await people.member()]
  const events = Array.from({ length: STORM }, () => rechargeOf(flooded.userId))
  await server.database.db.transaction(async (tx) => {
    for (let from = 0; from < STORM; from += PARAMETERS_AT_ONCE)
      await server.outbox.addAll(tx, events.slice(from, from + PARAMETERS_AT_ONCE))
    await server.outbox.add(tx, readyOf(other.userId))
  })
  const isOver = async () => (await query('select 1 from outbox where delivered_at is null limit 1')).length === 0
  const codes = await callMeanwhile(other.token, isOver)
  expect(new Set(codes)).toEqual(new Set([200]))

  expect(await recount(server, flooded.userId)).toMatchObject({ unread: { longSettlement: STORM, longAll: STORM } })
  expect(await createReader(server, flooded.token).unread()).toMatchObject({ longSettlement: STORM })
  const chunks = await chunksOf('user_id = $1', [flooded.userId])
  expect(chunks.length).toBeGreaterThan(1)
  expect(Math.max(...chunks)).toBeLessThanOrEqual(LARGEST_CHUNK)
  const last = `select max(id)::int as id from messages where user_id = $1`
  const [theirs, storms] = [await query(last, [other.userId]), await query(last, [flooded.userId])] as {
    id: number
  }[][]
  expect(theirs?.[0]?.id).toBeLessThan(storms?.[0]?.id ?? 0)
  expect((await createReader(server, flooded.token).readAll()).data).toMatchObject({ unread: { longAll: 0 } })
})

it('one notice for thousands of people is written in turns, and everybody goes on meanwhile', async () => {
  await query(
    `insert into users (mobile_phone, name, created_at)
     select (17000000000 + n)::text, '云友' || n, $2 from generate_series(1, $1::int) n`,
    [STORM, server.clock.now()],
  )
  const { token, userId } = await people.member()
  const notice = { title: '风暴', content: '所有人都会收到。' }
  const { data } = await server.post('/vmcloud/api/operator/publishNotice', notice, { token: OPERATOR_TOKEN })
  const { noticeId } = data as { noticeId: number }
  const isOver = async () => (await query('select 1 from notices where ended_at is not null')).length > 0
  expect(new Set(await callMeanwhile(token, isOver))).toEqual(new Set([200]))

  const everybody = await query<{ count: number }>('select count(*)::int as count from users')
  const chunks = await chunksOf('notice_id = $1', [noticeId])
  expect(chunks.reduce((sum, size) => sum + size, 0)).toBe(everybody[0]?.count)
  expect(Math.max(...chunks)).toBeLessThanOrEqual(LARGEST_CHUNK)
  const wrong = await query(
    `select u.id from users u left join message_counts c on c.user_id = u.id
     where u.id <> $1 and u.name like '云友%' and c.notice is distinct from 1`,
    [userId],
  )
  expect(wrong).toEqual([])
  await eventually(async () =>
    expect((await createReader(server, token).list(MessageType.notice)).records).toMatchObject([{ title: '风暴' }]),
  )
})
