import { expect, it } from 'vitest'
import { runThrottled } from './throttled-loop.ts'

it('goes on until there is no more', async () => {
  let left = 3
  await runThrottled(async () => --left > 0)
  expect(left).toBe(0)
})

it('lets others do something between two pieces', async () => {
  const order: string[] = []
  let left = 3
  const turns = runThrottled(async () => {
    order.push('piece')
    return --left > 0
  })
  const other = new Promise<void>((resolve) => {
    setImmediate(() => {
      order.push('other')
      resolve()
    })
  })
  await Promise.all([turns, other])
  expect(order).toEqual(['piece', 'other', 'piece', 'piece'])
})

it('stops when it is told to', async () => {
  const stop = new AbortController()
  let pieces = 0
  await runThrottled(async () => {
    pieces += 1
    stop.abort()
    return true
  }, stop.signal)
  expect(pieces).toBe(1)
})
