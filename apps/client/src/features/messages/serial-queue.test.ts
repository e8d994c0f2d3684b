import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

test('the second waits for the first, also when that fails', async () => {
  const inTurn = createSerialQueue()
  const log: string[] = []
  let fail: (reason: Error) => void = () => undefined
  const first = inTurn(() => {
    log.push('first begins')
    return new Promise<void>((_, reject) => {
      fail = reject
    })
  })
  const second = inTurn(async () => {
    log.push('second begins')
    return 'done'
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(log).toEqual(['first begins'])
  fail(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  await expect(second).resolves.toBe('done')
  expect(log).toEqual(['first begins', 'second begins'])
})
