import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from './query.ts'

afterEach(() => onlineManager.setOnline(true))

const lost = (): Promise<never> => Promise.reject(new TypeError('network'))

it('a write without a network fails at once, and is not sent later', async () => {
  onlineManager.setOnline(false)
  const write = new MutationObserver(queryClient, { mutationFn: lost })
  await expect(write.mutate()).rejects.toThrow('network')
  expect(write.getCurrentResult().isPaused).toBe(false)
})

it('a read without a network fails instead of waiting', async () => {
  onlineManager.setOnline(false)
  await expect(queryClient.fetchQuery({ queryKey: ['lost'], queryFn: lost })).rejects.toThrow('network')
})
