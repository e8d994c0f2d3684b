import { beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'

const currentPage = createStore(() => ({ path: '/home' }))
vi.mock('../platform/page/page-lifecycle.ts', () => ({ currentPage }))

const { confirm, useDialog } = await import('./dialog.ts')
const { openWithPage } = await import('./page-change.ts')

const show = (path: string) => currentPage.setState({ path })
const title = () => useDialog.getState().dialog?.title
const ask = (name: string) => () => void confirm({ title: name, confirmText: '好' })
const anywhere = () => true

beforeEach(() => {
  useDialog.setState({ dialog: null })
  show('/home')
})

test('a dialog that nobody asked for opens with the next page, not over the one in use', () => {
  openWithPage(anywhere, ask('协议有更新'))
  expect(title()).toBeUndefined()
  // The same page is drawn again, such as when its bundle takes the place of the stand-in.
  show('/home')
  expect(title()).toBeUndefined()
  show('/user')
  expect(title()).toBe('协议有更新')
})

test('it opens once, and passes by the pages that it does not fit', () => {
  openWithPage((path) => path !== '/pay', ask('协议有更新'))
  show('/pay')
  expect(title()).toBeUndefined()
  show('/user')
  useDialog.getState().dialog?.answer(true)
  show('/home')
  expect(title()).toBeUndefined()
})

test('one for each change of page, and none beside a dialog that is open', () => {
  openWithPage(anywhere, ask('设置登录密码'))
  openWithPage(anywhere, ask('协议有更新'))
  show('/user')
  expect(title()).toBe('设置登录密码')
  show('/home')
  expect(title()).toBe('设置登录密码')
  useDialog.getState().dialog?.answer(false)
  expect(title()).toBeUndefined()
  show('/user')
  expect(title()).toBe('协议有更新')
})
