import { noUnread, type UnreadCounts, unreadCountsOf } from '@yunji/contract/messages/rules'
import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { initialSession } from '../session/session-state.ts'
import { createRefreshUnread } from './refresh-unread.ts'

const two = unreadCountsOf({ longNotice: 2 })
const three = unreadCountsOf({ longApply: 3 })

const begin = (token: string) => {
  const store = createStore(() => ({ ...initialSession({ channel: 'h5', version: '1.0.0', runtime: 'h5' }), token }))
  let answer: (counts: UnreadCounts) => void = () => undefined
  const answered = new Promise<UnreadCounts>((resolve) => {
    answer = resolve
  })
  const ask = vi.fn<() => Promise<UnreadCounts>>(() => answered)
  return { store, ask, answer, done: createRefreshUnread({ store, fetchCounts: ask })() }
}

test('what is unread is known afterwards', async () => {
  const { store, answer, done } = begin('mine')
  answer(two)
  await done
  expect(store.getState().unread).toBe(two)
})

test('nobody is asked for somebody who is not logged in', async () => {
  const { ask, done } = begin('')
  await done
  expect(ask).not.toHaveBeenCalled()
})

test('an answer for another account lands nowhere', async () => {
  const { store, answer, done } = begin('mine')
  store.setState({ token: 'theirs' })
  answer(two)
  await done
  expect(store.getState().unread).toBe(noUnread)
})

test('an answer that was overtaken lands nowhere', async () => {
  const { store, answer, done } = begin('mine')
  store.setState({ unread: three })
  answer(two)
  await done
  expect(store.getState().unread).toBe(three)
})
