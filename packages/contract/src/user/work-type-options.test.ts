import { expect, it } from 'vitest'
import { industries, isKnownWorkType } from './work-type-options.ts'

it('gives every kind of work an id of its own', () => {
  const ids = industries.flatMap(({ worktypes }) => worktypes.map(({ worktypeId }) => worktypeId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(industries.map(({ industryId }) => industryId)).size).toBe(industries.length)
})

it('keeps the ids that profiles already hold', () => {
  expect(industries[0]).toMatchObject({ industryId: 1, worktypes: [{ worktypeId: 101, name: '手游托管' }, {}, {}, {}] })
})

it.each([
  [1, 101, true],
  [1, 201, false],
  [2, 201, true],
  [9, 901, false],
  [1, 1, false],
])('industry %i, work %i: known %s', (industryId, worktypeId, known) => {
  expect(isKnownWorkType({ industryId, worktypeId })).toBe(known)
})
