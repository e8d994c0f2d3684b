import type * as calls from '@yunji/contract/messages/calls'
import type { getUnreadCount } from '@yunji/contract/messages/calls'
import { type MessageEvent, MessageType, messageEvents, unreadCountsOf } from '@yunji/contract/messages/rules'
import type { CallData } from '@yunji/contract/wire/call'
import { eventually } from '@yunji/testkit/eventually'
import { expect } from 'vitest'
import type { OutboxEvent } from '../platform/outbox/events.ts'
import type { ServerHarness } from './server-harness.ts'

type Of<Name extends keyof typeof calls> = CallData<(typeof calls)[Name]>

let lastKey = 0

/** An event of type 5 or 4 with a new key. */
export const rechargeOf = (userId: number, key = `test:${++lastKey}`): OutboxEvent => ({
  event: 'recharged',
  userId,
  key,
  payload: { what: 'balance', amountCents: 100 },
})
export const readyOf = (userId: number, deviceId = 1): OutboxEvent => ({
  event: 'deviceReady',
  userId,
  key: `test:${++lastKey}`,
  payload: { deviceId, deviceName: '星海远征 06' },
})

export const addEvents = (server: ServerHarness, events: readonly OutboxEvent[]): Promise<void> =>
  server.database.db.transaction((tx) => server.outbox.addAll(tx, events))

interface Recount {
  readonly field: string
  readonly messageType: number
  readonly count: number
}

/** Unread messages counted from their rows; the stored counts must be equal. */
export const recount = async ({ database }: ServerHarness, userId: number) => {
  const { rows } = await database.pool.query<{ event: MessageEvent; count: number }>(
    `select m.event, count(*)::int as count from messages m join message_counts c using (user_id)
     where m.user_id = $1 and m.read_at is null and m.id > c.read_to[m.message_type] group by m.event`,
    [userId],
  )
  const all = rows.map(({ event, count }): Recount => {
    const { unread, messageType } = messageEvents[event]
    return { field: unread, messageType, count }
  })
  const sum = (those: readonly Recount[]) => those.reduce((total, { count }) => total + count, 0)
  const fields = [...new Set(all.map(({ field }) => field))]
  return {
    unread: unreadCountsOf(
      Object.fromEntries(fields.map((name) => [name, sum(all.filter((one) => one.field === name))])),
    ),
    byType: Object.values(MessageType).map((type) => sum(all.filter(({ messageType }) => messageType === type))),
  }
}

/** A user who reads messages through the API. */
export const createReader = (server: ServerHarness, token: string) => {
  const read = async <Data>(path: string): Promise<Data> => {
    const { code, msg, data } = await server.get(`/vmcloud/api/message/${path}`, { token })
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`)
    return data as Data
  }
  const send = (name: string, body: object) => server.post(`/vmcloud/api/message/${name}`, body, { token })
  const list = (messageType: number, query = '') =>
    read<Of<'getMessageList'>>(`getMessageList?messageType=${messageType}${query}`)
  return {
    list,
    unread: () => read<CallData<typeof getUnreadCount>>('getUnreadCount'),
    summary: async () => (await read<Of<'getMessageSummary'>>('getMessageSummary')).types,
    read: (messageId: number) => send('readMessage', { messageId }),
    readAll: (messageType?: number) => send('readAllMessages', messageType ? { messageType } : {}),
    delete: (messageIds: readonly number[]) => send('deleteMessages', { messageIds }),
    /** Waits until a message with this title is listed, and returns it. */
    waitFor: (messageType: number, title: string) =>
      eventually(async () => {
        const { records } = await list(messageType)
        const found = records.find((record) => record.title === title)
        expect(records.map((record) => record.title)).toContain(title)
        return found as NonNullable<typeof found>
      }),
  }
}
