import { describe, expect, it, vi } from 'vitest'
import type { Surface } from '../picture/surface.ts'
import type { CreateDecoder, DecoderEvents } from './decoder.ts'
import { createFallbackDecoder } from './fallback.ts'

const surface = {} as Surface
const config = { kind: 'config', width: 2, height: 2, data: new Uint8Array() } as const
const frame = { kind: 'frame', isKey: true, ptsUs: 0, data: new Uint8Array() } as const

const make = () => {
  const calls: string[] = []
  let events: DecoderEvents | undefined
  const create: CreateDecoder = (_surface, given) => {
    events = given
    return {
      configure: () => calls.push('configure'),
      decode: () => calls.push('decode'),
      close: () => calls.push('close'),
    }
  }
  return { calls, create, fail: () => events?.onFailure() }
}

const open = (choice: Parameters<typeof createFallbackDecoder>[0]) => {
  const events = { onGap: vi.fn<() => void>(), onFailure: vi.fn<() => void>() }
  return { events, decoder: createFallbackDecoder(choice)(surface, events) }
}

describe('falling back', () => {
  it('stays with the first decoder while it works, and never loads the second', () => {
    const first = make()
    const loadSecond = vi.fn<() => Promise<CreateDecoder>>()
    const { decoder } = open({ first: first.create, loadSecond })
    decoder.configure(config)
    decoder.decode(frame)
    decoder.close()
    expect(first.calls).toEqual(['configure', 'decode', 'close'])
    expect(loadSecond).not.toHaveBeenCalled()
  })

  it('closes the first when it fails, gives the second the stream as it is, and asks for a key frame', async () => {
    const [first, second] = [make(), make()]
    const { decoder, events } = open({ first: first.create, loadSecond: async () => second.create })
    decoder.configure(config)
    first.fail()
    decoder.decode(frame)
    await vi.waitFor(() => expect(events.onGap).toHaveBeenCalledOnce())
    expect(first.calls).toEqual(['configure', 'close'])
    expect(second.calls).toEqual(['configure'])
    decoder.decode(frame)
    expect(second.calls).toEqual(['configure', 'decode'])
  })

  it('takes the second at once where there is no first', async () => {
    const second = make()
    const { decoder } = open({ loadSecond: async () => second.create })
    decoder.configure(config)
    await vi.waitFor(() => expect(second.calls).toEqual(['configure']))
  })

  it('fails when the second fails too', async () => {
    const [first, second] = [make(), make()]
    const { events } = open({ first: first.create, loadSecond: async () => second.create })
    first.fail()
    await vi.waitFor(() => expect(events.onGap).toHaveBeenCalledOnce())
    expect(events.onFailure).not.toHaveBeenCalled()
    second.fail()
    expect(events.onFailure).toHaveBeenCalledOnce()
  })

  it('fails when the second cannot be loaded', async () => {
    const { events } = open({ loadSecond: () => Promise.reject(new Error('offline')) })
    await vi.waitFor(() => expect(events.onFailure).toHaveBeenCalledOnce())
  })

  it('opens nothing that arrives after it was closed', async () => {
    const second = make()
    let load: (create: CreateDecoder) => void = () => undefined
    const loading = new Promise<CreateDecoder>((resolve) => {
      load = resolve
    })
    const { decoder, events } = open({ loadSecond: () => loading })
    decoder.configure(config)
    decoder.close()
    load(second.create)
    await loading
    expect(second.calls).toEqual([])
    expect(events.onGap).not.toHaveBeenCalled()
  })
})
