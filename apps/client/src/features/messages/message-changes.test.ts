import { QueryClient } from '@tanstack/react-query'
import { getMessageList } from '@yunji/contract/messages/calls'
import { MessageType } from '@yunji/contract/messages/rules'
import type { MessageRecord } from '@yunji/contract/messages/schema'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { renderHook } from '../../shared/testing/render-hook.ts'
import { sampleMessage } from './sample-message.ts'

const queryClient = new QueryClient()
const requestData = vi.fn<(call: unknown, input: unknown) => Promise<unknown>>()
const showError = vi.fn<(error: unknown) => void>()
const confirm = vi.fn<() => Promise<boolean>>(async () => true)
const setState = vi.fn<(state: unknown) => void>()
const mocks = {
  '../../shared/api/query.ts': { queryClient, requestData },
  '../../shared/api/show-error.ts': { showError },
  '../../shared/feedback/dialog.ts': { confirm },
  '../../shared/session/session.ts': { session: { store: { setState } } },
}

const messageType = MessageType.system
const key = [getMessageList.path, messageType, 1]
const unread = sampleMessage({ messageType })
const cached = () =>
  queryClient.getQueryData<{ readonly pages: readonly { readonly records: readonly MessageRecord[] }[] }>(key)?.pages[0]
    ?.records

beforeAll(() => {
  vi.resetModules()
  for (const [path, module] of Object.entries(mocks)) vi.doMock(path, () => module)
})

afterAll(() => {
  for (const path of Object.keys(mocks)) vi.doUnmock(path)
  vi.resetModules()
})

beforeEach(() => {
  vi.clearAllMocks()
  requestData.mockImplementation(async () => ({ unread: { longAll: 0 }, byType: [] }))
  queryClient.setQueryData(key, { pages: [{ records: [unread] }], pageParams: [1] })
})

const rendered = async () => {
  const { useDeleteMessages, useMarkRead } = await import('./message-changes.ts')
  const onDeleted = vi.fn<() => void>()
  const page = await renderHook(() => ({
    markRead: useMarkRead(),
    deletion: useDeleteMessages(messageType, onDeleted),
  }))
  return { page, onDeleted }
}

it('marks a message read at once, by one call however often it is tapped', async () => {
  const { page } = await rendered()
  let answer = (_counts: unknown) => undefined as void
  requestData.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  await page.act(() => {
    page.current().markRead(unread)
    page.current().markRead(unread)
  })
  expect(cached()).toMatchObject([{ messageId: 1, isRead: 1 }])
  await page.act(() => answer({ unread: { longAll: 3 }, byType: [] }))
  expect(requestData).toHaveBeenCalledTimes(1)
  expect(setState).toHaveBeenCalledWith({ unread: { longAll: 3 } })
  page.unmount()
})

it('shows a message unread again when the call fails, and marks it at the next tap', async () => {
  const { page } = await rendered()
  requestData.mockRejectedValueOnce(new Error('no network'))
  await page.act(() => page.current().markRead(unread))
  expect(cached()).toMatchObject([{ isRead: 0 }])
  expect(showError).not.toHaveBeenCalled()

  await page.act(() => page.current().markRead(unread))
  expect(cached()).toMatchObject([{ isRead: 1 }])
  page.unmount()
})

it('keeps a message that could not be deleted, and deletes it at the next tap', async () => {
  const { page, onDeleted } = await rendered()
  requestData.mockRejectedValueOnce(new Error('no network'))
  await page.act(() => page.current().deletion.run([1]))
  expect(showError).toHaveBeenCalledTimes(1)
  expect(onDeleted).not.toHaveBeenCalled()
  expect(page.current().deletion.isBusy).toBe(false)
  expect(cached()).toMatchObject([{ messageId: 1 }])

  await page.act(() => page.current().deletion.run([1]))
  expect(confirm).toHaveBeenCalledTimes(2)
  expect(cached()).toEqual([])
  expect(onDeleted).toHaveBeenCalledTimes(1)
  page.unmount()
})
