import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createCovers } from './covers.ts'

const DEVICE = { id: 200_001, supplierType: 1, phoneId: 'p1', state: 'running' } as const
const KEY = `covers/${DEVICE.id}.jpg`
const SHOWN = Buffer.from('what the phone showed')

type Point = 'screenshot' | 'put' | 'get' | 'delete'

/** Work blocks at one point until it is released, so that a reset can overtake it there. */
const createHarness = (stopAt: Point) => {
  const stored = new Map<string, Buffer>()
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const pass = async (point: Point): Promise<void> => {
    if (point !== stopAt) return
    reached.resolve()
    await go.promise
  }
  const covers = createCovers({
    clock: createFakeClock(),
    log: pino({ enabled: false }),
    objectStore: {
      async put(key, body) {
        const bytes = await buffer(body)
        await pass('put')
        stored.set(key, bytes)
        return { sizeBytes: bytes.length, sha256: '' }
      },
      async get(key) {
        const found = stored.get(key)
        await pass('get')
        return found ? Readable.from([found]) : null
      },
      readInto: () => Promise.resolve(null),
      sizeBytes: async () => null,
      async delete(key) {
        await pass('delete')
        stored.delete(key)
      },
      async *list() {
        yield* stored.keys()
      },
      probe: async () => {},
    },
    suppliers: { of: () => ({ screenshot: () => pass('screenshot') }) } as never,
    pictures: { shrink: async () => SHOWN, placeholder: async () => Buffer.from('drawn') } as never,
    signer: {} as never,
  })
  return { covers, stored, reached: reached.promise, unblock: go.resolve }
}

it.each([
  { point: 'screenshot', state: 'running' },
  { point: 'put', state: 'running' },
  { point: 'get', state: 'stopped' },
] as const)('a reset that overtakes a picture at its $point leaves none', async ({ point, state }) => {
  const { covers, stored, reached, unblock } = createHarness(point)
  if (point === 'get') stored.set(KEY, SHOWN)
  const looking = covers.show({ ...DEVICE, state })
  await reached
  await covers.delete(DEVICE.id)
  unblock()
  await looking
  expect((await covers.show({ ...DEVICE, state: 'cleaning' })).etag).toBe('drawn-cleaning')
  expect(stored.size).toBe(0)
})

it('who looks while a picture is being deleted does not bring it back', async () => {
  const { covers, stored, reached, unblock } = createHarness('delete')
  stored.set(KEY, SHOWN)
  const forgetting = covers.delete(DEVICE.id)
  await reached
  await covers.show({ ...DEVICE, state: 'stopped' })
  unblock()
  await forgetting
  expect((await covers.show({ ...DEVICE, state: 'cleaning' })).etag).toBe('drawn-cleaning')
})
