import { beforeEach, expect, test, vi } from 'vitest'
import { createForm, type Sending } from './create-form.ts'
import type { FormState } from './form-state.ts'

interface Values {
  readonly name: string
}

let seen: FormState<Values>[] = []
const last = () => seen.at(-1)
const open = () => createForm<Values>({ initial: { name: '' }, show: (state) => seen.push(state) })

const sending = (send: Sending<Values>['send']): Sending<Values> => ({
  check: ({ name }): { name?: string } => (name ? {} : { name: '请输入名称' }),
  send,
  explain: () => undefined,
})

beforeEach(() => {
  seen = []
})

test('what is wrong is not sent', async () => {
  const send = vi.fn<Sending<Values>['send']>()
  await open().submit(sending(send))
  expect(send).not.toHaveBeenCalled()
  expect(last()).toMatchObject({ settled: { name: true }, isSending: false })
})

test('what was typed a moment before is what is sent', async () => {
  const send = vi.fn<Sending<Values>['send']>(() => Promise.resolve())
  const form = open()
  form.change({ name: '云端农场' })
  await form.submit(sending(send))
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: '云端农场' })
  expect(last()?.isSending).toBe(false)
})

test('pressing again while it is sent does nothing; afterwards it sends again', async () => {
  let answer = (): void => undefined
  const send = vi.fn<Sending<Values>['send']>(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const form = open()
  form.change({ name: 'a' })
  const first = form.submit(sending(send))
  await form.submit(sending(send))
  expect(send).toHaveBeenCalledOnce()
  expect(last()?.isSending).toBe(true)
  answer()
  await first
  void form.submit(sending(send))
  expect(send).toHaveBeenCalledTimes(2)
})

test('a refusal is explained, with the values that were sent', async () => {
  const error = new Error('taken')
  const explain = vi.fn<Sending<Values>['explain']>(() => ({ name: '名称已被使用' }))
  const form = open()
  form.change({ name: 'a' })
  await form.submit({ ...sending(() => Promise.reject(error)), explain })
  expect(explain).toHaveBeenCalledExactlyOnceWith(error, { name: 'a' })
  expect(last()).toMatchObject({ refused: { name: '名称已被使用' }, isSending: false })
})
