import { expect, test } from 'vitest'
import { confirm, useDialog } from './dialog.ts'

const question = { title: '退出登录', confirmText: '退出', cancelText: '取消' }

test('the answer reaches the one who asked, and the dialog closes', async () => {
  const answer = confirm(question)
  useDialog.getState().dialog?.answer(true)
  await expect(answer).resolves.toBe(true)
  expect(useDialog.getState().dialog).toBeNull()
})

test('a second question answers the first with no', async () => {
  const first = confirm(question)
  const second = confirm({ ...question, title: '删除分组' })
  await expect(first).resolves.toBe(false)
  expect(useDialog.getState().dialog?.title).toBe('删除分组')
  useDialog.getState().dialog?.answer(false)
  await expect(second).resolves.toBe(false)
})
