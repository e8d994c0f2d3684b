import { header } from '@yunji/contract/wire/request'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveSession } from './log-out.ts'
import { beginSession, readToken } from './token.ts'

afterEach(() => vi.unstubAllGlobals())

it('a log-out ends the session on the page at once, and tells the server with its token', () => {
  const send = vi.fn<typeof fetch>(() => new Promise(() => {}))
  vi.stubGlobal('fetch', send)
  beginSession('a token')
  leaveSession()
  expect(readToken()).toBe('')
  expect(new Headers(send.mock.calls[0]?.[1]?.headers).get(header.token)).toBe('a token')
})

it('a log-out without a network ends it too', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
  beginSession('a token')
  leaveSession()
  expect(readToken()).toBe('')
})
