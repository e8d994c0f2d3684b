import { beforeEach, expect, test } from 'vitest'
import { TransportError, type TransportRequest, type TransportResponse } from '../platform/network/transport.ts'
import { createFormClient, formBody } from './create-form-client.ts'

const PAGE_LOG = '/open/event/pageLog'

let requests: TransportRequest[] = []
let response: TransportResponse

const sendForm = createFormClient({
  transport: async (request) => {
    requests.push(request)
    return response
  },
  apiBase: 'https://api.example',
})

beforeEach(() => {
  requests = []
  response = { status: 200, body: { code: 0 } }
})

test.each(['POST', 'PUT'] as const)('a %s is form-encoded, with ten seconds', async (method) => {
  await sendForm({ method, path: PAGE_LOG, fields: { page: '/pages/Home/index', 名: '云 机' } })
  expect(requests).toEqual([
    {
      method,
      url: 'https://api.example/open/event/pageLog',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'page=%2Fpages%2FHome%2Findex&%E5%90%8D=%E4%BA%91%20%E6%9C%BA',
      timeoutMs: 10_000,
    },
  ])
})

test('another time-out can be asked for', async () => {
  await sendForm({ method: 'POST', path: PAGE_LOG, fields: {}, timeoutMs: 3000 })
  expect(requests[0]?.timeoutMs).toBe(3000)
})

test.each([200, 204, 299])('status %i is a success', async (status) => {
  response = { status, body: { code: 200, msg: '', data: null, ts: 1 } }
  await expect(sendForm({ method: 'POST', path: '/open/other', fields: {} })).resolves.toEqual(response.body)
})

test.each([undefined, null, ''])('a bare 204 (%o) is a success', async (body) => {
  response = { status: 204, body }
  await expect(sendForm({ method: 'POST', path: PAGE_LOG, fields: {} })).resolves.toBeNull()
})

test.each([199, 300, 404, 500])('status %i is none', async (status) => {
  response = { status, body: { code: 200 } }
  await expect(sendForm({ method: 'POST', path: PAGE_LOG, fields: {} })).rejects.toThrow('服务暂时不可用')
})

test('a page log whose code is 0 is returned as it is', async () => {
  response = { status: 200, body: { code: 0, anything: 'else' } }
  await expect(sendForm({ method: 'POST', path: `${PAGE_LOG}/show`, fields: {} })).resolves.toBe(response.body)
})

test.each([
  [PAGE_LOG, 1],
  [PAGE_LOG, null],
  ['/open/event/pageLogs', 0],
])('%s with code %o is refused with its message', async (path, code) => {
  response = { status: 200, body: { code, msg: '未记录' } }
  await expect(sendForm({ method: 'POST', path, fields: {} })).rejects.toThrow('未记录')
})

test('no answer stays what it is', async () => {
  const sendNowhere = createFormClient({ transport: () => Promise.reject(new TransportError('timeout')), apiBase: '' })
  await expect(sendNowhere({ method: 'POST', path: PAGE_LOG, fields: {} })).rejects.toThrow(TransportError)
})

test('absent fields are left out, empty ones are sent', () => {
  expect(formBody({ a: undefined, b: '', c: 0, d: false })).toBe('b=&c=0&d=false')
})
