import type * as calls from '@yunji/contract/message/calls'
import type { getUnreadCount } from '@yunji/contract/message/unread-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { eventually } from '@yunji/testkit/eventually'
import { expect } from 'vitest'
import type { ServerHarness } from './server-harness.ts'

type Of<Name extends keyof typeof calls> = CallData<(typeof calls)[Name]>

/** Somebody who reads their messages, through the product's own calls. */
export const createReader = (server: ServerHarness, token: string) => {
  const ask = async <Data>(path: string): Promise<Data> => {
    const { code, msg, data } = await server.get(`/vmcloud/api/message/${path}`, { token })
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`)
    return data as Data
  }
  const send = (name: string, body: object) => server.post(`/vmcloud/api/message/${name}`, body, { token })
  const list = (messageType: number, query = '') =>
    ask<Of<'getMessageList'>>(`getMessageList?messageType=${messageType}${query}`)
  return {
    list,
    unread: () => ask<CallData<typeof getUnreadCount>>('getUnreadCount'),
    summary: async () => (await ask<Of<'getMessageSummary'>>('getMessageSummary')).types,
    read: (messageId: number) => send('readMessage', { messageId }),
    readAll: (messageType?: number) => send('readAllMessages', messageType ? { messageType } : {}),
    delete: (messageIds: readonly number[]) => send('deleteMessages', { messageIds }),
    /** Waits until a message with this title stands in the list, and answers it. */
    waitFor: (messageType: number, title: string) =>
      eventually(async () => {
        const { records } = await list(messageType)
        const found = records.find((record) => record.title === title)
        expect(records.map((record) => record.title)).toContain(title)
        return found as NonNullable<typeof found>
      }),
  }
}
