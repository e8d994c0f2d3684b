import { THUMBNAIL, type Thumbnail, toThumbnail } from '@yunji/player/picture/drift'
import { beforeEach, expect, it, vi } from 'vitest'
import { createDriftWatch } from './drift-watch.ts'

const shown = vi.hoisted(() => new Map<unknown, unknown>())
vi.mock('@yunji/player/picture/drift', async (load) => ({
  ...(await load<object>()),
  readThumbnail: (canvas: unknown) => shown.get(canvas) ?? null,
}))

const grey = (brightness: number): Thumbnail =>
  toThumbnail(new Uint8ClampedArray(THUMBNAIL.width * THUMBNAIL.height * 4).fill(brightness), false)
const APP = grey(120)

const phones = [1, 2, 3].map((id) => ({ id, canvas: { id } as unknown as HTMLCanvasElement }))
const [leader, ...followers] = phones as [(typeof phones)[0], ...typeof phones]
const show = (id: number, picture: Thumbnail) => shown.set(phones[id - 1]?.canvas, picture)
/** Wallpapers differ. */
const showHome = (...ids: number[]) => {
  for (const id of ids) show(id, grey(id * 80))
}

beforeEach(() => shown.clear())

const start = () => {
  const watch = createDriftWatch()
  const compare = (times: number) => {
    for (let round = 1; round < times; round += 1) watch.compare(leader, followers)
    return [...watch.compare(leader, followers)]
  }
  return { watch, compare }
}

it('takes what all phones show at first for the same', () => {
  showHome(1, 2, 3)
  const { compare } = start()
  expect(compare(9)).toEqual([])
})

it('marks a phone that shows something else for three comparisons, until it is back', () => {
  showHome(1, 2, 3)
  const { compare } = start()
  compare(1)
  for (const id of [1, 2]) show(id, APP)
  expect(compare(2)).toEqual([])
  expect(compare(1)).toEqual([3])
  show(3, APP)
  expect(compare(1)).toEqual([])
})

it('learns the home screens when the leader leads all phones there', () => {
  for (const id of [1, 2, 3]) show(id, APP)
  const { watch, compare } = start()
  compare(1)
  watch.noteLeaderInput([1, 2, 3])
  showHome(1, 2, 3)
  expect(compare(9)).toEqual([])
})

it('learns nothing from a phone that was used alone or came back on the way', () => {
  for (const id of [1, 2, 3]) show(id, APP)
  const { watch, compare } = start()
  compare(1)
  watch.noteLeaderInput([1, 2, 3])
  watch.noteAlone(3)
  showHome(1, 2)
  show(3, grey(10))
  expect(compare(9)).toEqual([3])
})

it('takes no late picture for the first one: the others have moved on', () => {
  showHome(1, 2)
  const { watch, compare } = start()
  compare(1)
  watch.noteLeaderInput([])
  show(3, APP)
  expect(compare(3)).toEqual([3])
})
