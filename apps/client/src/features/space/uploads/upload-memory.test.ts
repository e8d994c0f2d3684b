import { expect, it } from 'vitest'
import { createUploadMemory } from './upload-memory.ts'

const create = () => {
  const kept = new Map<string, unknown>()
  return createUploadMemory({
    read: (key) => kept.get(key),
    write: (key, value) => void kept.set(key, JSON.parse(JSON.stringify(value))),
    remove: (key) => void kept.delete(key),
  })
}
const file = { name: 'a/b.bin', sizeBytes: 10, modifiedAtMs: 5, content: '' }

it('finds the upload of the same file and account only', () => {
  const memory = create()
  memory.set(1, file, 'u1')
  expect(memory.find(1, { ...file })).toBe('u1')
  expect(memory.find(2, file)).toBeUndefined()
  for (const change of [{ name: 'c' }, { sizeBytes: 11 }, { modifiedAtMs: 6 }])
    expect(memory.find(1, { ...file, ...change })).toBeUndefined()
  memory.set(1, file, undefined)
  expect(memory.find(1, file)).toBeUndefined()
})

it('keeps nothing of a file that cannot be told from another', () => {
  const memory = create()
  const { modifiedAtMs: _, ...unknown } = file
  memory.set(1, unknown, 'u1')
  expect(memory.find(1, unknown)).toBeUndefined()
})

it('forgets the oldest, and bears what somebody else has written', () => {
  const memory = create()
  for (let at = 0; at < 101; at += 1) memory.set(1, { ...file, modifiedAtMs: at }, `u${at}`)
  expect(memory.find(1, { ...file, modifiedAtMs: 0 })).toBeUndefined()
  expect(memory.find(1, { ...file, modifiedAtMs: 100 })).toBe('u100')
  const broken = createUploadMemory({ read: () => [1, ['x']], write: () => undefined, remove: () => undefined })
  expect(broken.find(1, file)).toBeUndefined()
})
