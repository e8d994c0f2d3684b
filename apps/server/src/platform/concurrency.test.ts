import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency, QueueFullError } from './concurrency.ts'

test('never more at once than there are places, and everyone gets in, in order', async () => {
  const limited = limitConcurrency(2)
  const entered: number[] = []
  let inside = 0
  let most = 0
  const work = (number: number) => async () => {
    entered.push(number)
    inside += 1
    most = Math.max(most, inside)
    await delay(1)
    inside -= 1
    return number
  }
  const results = await Promise.all([1, 2, 3, 4, 5].map((number) => limited(work(number))))
  expect(results).toEqual([1, 2, 3, 4, 5])
  expect(entered).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

test('work that fails gives its place back', async () => {
  const limited = limitConcurrency(1)
  await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await limited(async () => 'next')).toBe('next')
})

test('a full queue refuses at once, and takes others again when it has moved', async () => {
  const limited = limitConcurrency(1, 2)
  const { promise, resolve } = Promise.withResolvers<string>()
  const taken = [1, 2, 3].map(() => limited(() => promise))
  await expect(limited(async () => 'too late')).rejects.toThrow(QueueFullError)
  resolve('done')
  expect(await Promise.all(taken)).toEqual(['done', 'done', 'done'])
  expect(await limited(async () => 'next')).toBe('next')
})
