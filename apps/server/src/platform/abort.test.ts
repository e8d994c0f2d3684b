import { expect, it } from 'vitest'
import { untilAborted } from './abort.ts'

it('gives what the work gives', async () => {
  expect(await untilAborted(new AbortController().signal, Promise.resolve(7))).toBe(7)
  await expect(untilAborted(new AbortController().signal, Promise.reject(new Error('no')))).rejects.toThrow('no')
})

it('ends with the signal, before or while the work runs', async () => {
  const never = new Promise(() => undefined)
  await expect(untilAborted(AbortSignal.abort(new Error('gone')), never)).rejects.toThrow('gone')
  const closing = new AbortController()
  const waiting = untilAborted(closing.signal, never)
  closing.abort(new Error('going'))
  await expect(waiting).rejects.toThrow('going')
})
