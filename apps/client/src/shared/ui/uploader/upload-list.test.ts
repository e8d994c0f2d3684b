import { isFileListComplete } from '@yunji/contract/validation/input'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChosenFile } from '../../platform/files/chosen-file.ts'
import { type UploadEvent, type UploadItem, uploadList } from './upload-list.ts'

const file: ChosenFile = { name: 'a.png', sizeBytes: 1, content: 'a' }
const add: UploadEvent<string> = { type: 'add', items: [{ id: 1, file }] }
const start: UploadEvent<string> = { type: 'start', id: 1 }
const finish: UploadEvent<string> = { type: 'finish', id: 1, result: 'key' }
const progress = (percent: number): UploadEvent<string> => ({ type: 'progress', id: 1, percent })
const none: readonly UploadItem<string>[] = []
const play = (...events: readonly UploadEvent<string>[]) => events.reduce(uploadList<string>, none)[0]

describe('a file', () => {
  test('waits, is sent, and is there with what the server made of it', () => {
    expect(play(add)).toMatchObject({ state: 'waiting', progress: 0 })
    expect(play(add, start, progress(62.9))).toMatchObject({ state: 'sending', progress: 62 })
    expect(play(add, start, finish)).toMatchObject({ state: 'done', progress: 100, result: 'key' })
  })

  test('is not at 100 before the server has said so', () => {
    expect(play(add, start, progress(100))).toMatchObject({ state: 'sending', progress: 99 })
  })

  test('never goes back', () => {
    expect(play(add, start, progress(60), progress(40))?.progress).toBe(60)
  })

  test.each(['fail', 'cancel'] as const)('begins anew after %s', (type) => {
    const ended = [add, start, progress(60), { type, id: 1 } as const]
    expect(play(...ended)?.progress).toBe(0)
    expect(play(...ended, { type: 'retry', id: 1 })).toMatchObject({ state: 'waiting', progress: 0 })
  })

  test('that is cancelled hears no more of its upload', () => {
    expect(play(add, start, { type: 'cancel', id: 1 }, progress(80), finish)?.state).toBe('cancelled')
  })

  test('that is removed is gone', () => {
    expect(play(add, start, { type: 'remove', id: 1 }, finish)).toBeUndefined()
  })

  test('that is done is neither sent nor cancelled again', () => {
    const done = play(add, start, finish)
    expect(play(add, start, finish, { type: 'cancel', id: 1 }, { type: 'retry', id: 1 }, start)).toEqual(done)
  })
})

const anyEvent: fc.Arbitrary<UploadEvent<string>> = fc.oneof(
  fc.record({
    type: fc.constantFrom('start', 'fail', 'cancel', 'retry', 'remove'),
    id: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    type: fc.constant('progress' as const),
    id: fc.integer({ min: 1, max: 3 }),
    percent: fc.double({ min: -10, max: 200, noNaN: true }),
  }),
  fc.record({ type: fc.constant('finish' as const), id: fc.integer({ min: 1, max: 3 }), result: fc.constant('key') }),
)

test('whatever happens, a list is complete exactly when every file in it is done', () => {
  const three: UploadEvent<string> = { type: 'add', items: [1, 2, 3].map((id) => ({ id, file })) }
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      const items = [three, ...events].reduce(uploadList<string>, none)
      expect(isFileListComplete(items)).toBe(items.every(({ state }) => state === 'done'))
      expect(items.every((item) => item.progress >= 0 && item.progress <= 100)).toBe(true)
    }),
  )
})
