import { addTicketNote } from '@yunji/contract/operator/service-calls'
import { header } from '@yunji/contract/wire/request'
import { afterEach, expect, it, vi } from 'vitest'
import { callApi } from './call-api.ts'

const ok = () => Response.json({ code: 200, msg: '', data: null, ts: 0 })
const refused = () => Response.json({ code: 1016, msg: '请求过于频繁', data: null, ts: 0 })
const lost = () => Promise.reject(new TypeError('network'))

const keysOf = async (answers: readonly (() => Response | Promise<never>)[], contents: readonly string[]) => {
  const send = vi.fn<typeof fetch>()
  for (const answer of answers) send.mockImplementationOnce(async () => answer())
  vi.stubGlobal('fetch', send)
  for (const content of contents) await callApi(addTicketNote, { ticketId: 1, content }).catch(() => {})
  return send.mock.calls.map(([, init]) => new Headers(init?.headers).get(header.idempotencyKey))
}

afterEach(() => vi.unstubAllGlobals())

it('a write without an answer keeps its key until one has come', async () => {
  const [first, second, third, fourth] = await keysOf([lost, refused, ok, ok], ['甲', '甲', '甲', '甲'])
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

it('another write has a key of its own', async () => {
  const [first, second] = await keysOf([lost, ok], ['乙', '丙'])
  expect(first).toMatch(/^[\w-]{8,}$/)
  expect(second).not.toBe(first)
})
