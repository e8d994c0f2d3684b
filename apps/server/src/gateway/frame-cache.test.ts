import { expect, it } from 'vitest'
import { createFrameCache } from './frame-cache.ts'

const [key, delta, big] = [Uint8Array.of(1), Uint8Array.of(2), new Uint8Array(300_000)]

it('begin with a key frame and keep what follows', () => {
  const recent = createFrameCache()
  recent.add(delta, false)
  expect(recent.frames).toEqual([])
  recent.add(key, true)
  recent.add(delta, false)
  expect(recent.frames).toEqual([key, delta])
  recent.add(key, true)
  expect(recent.frames).toEqual([key])
  recent.clear()
  recent.add(delta, false)
  expect(recent.frames).toEqual([])
})

it('are given up when they grow, until the next key frame', () => {
  const recent = createFrameCache()
  recent.add(key, true)
  recent.add(big, false)
  recent.add(delta, false)
  expect(recent.frames).toEqual([])
  recent.add(big, true)
  expect(recent.frames).toEqual([big])
  recent.add(delta, false)
  expect(recent.frames).toEqual([])
  recent.add(key, true)
  for (let count = 0; count < 100; count += 1) recent.add(delta, false)
  expect(recent.frames).toEqual([])
})
