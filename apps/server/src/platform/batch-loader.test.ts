import { describe, expect, it } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

const recordingLoader = (load = async (keys: readonly number[]) => keys.map((key) => key * 10)) => {
  const batches: number[][] = []
  const find = createBatchLoader<number, number>(async (keys) => {
    batches.push([...keys])
    return load(keys)
  })
  return { find, batches }
}

describe('the batch loader', () => {
  it('joins look-ups of one turn and answers each with its own', async () => {
    const { find, batches } = recordingLoader()
    expect(await Promise.all([find(1), find(2), find(3)])).toEqual([10, 20, 30])
    expect(batches).toEqual([[1, 2, 3]])
  })

  it('gathers what arrives while a load is under way', async () => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { find, batches } = recordingLoader(async (keys) => {
      if (keys.includes(1)) await gate
      return [...keys]
    })
    const first = find(1)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    const others = [find(2), find(3)]
    release()
    await Promise.all([first, ...others])
    expect(batches).toEqual([[1], [2, 3]])
  })

  it('never asks for more than 500 at once', async () => {
    const { find, batches } = recordingLoader()
    await Promise.all(Array.from({ length: 1201 }, (_, key) => find(key)))
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 201])
  })

  it('fails those who asked and serves the next', async () => {
    let isBroken = true
    const { find } = recordingLoader(async (keys) => {
      if (isBroken) throw new Error('away')
      return [...keys]
    })
    await expect(Promise.all([find(1), find(2)])).rejects.toThrow('away')
    isBroken = false
    expect(await find(3)).toBe(3)
  })
})
