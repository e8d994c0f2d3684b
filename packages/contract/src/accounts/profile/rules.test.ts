import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addWorkType, isDuplicateWorkType, isNickname, type WorkTypeEntry } from './rules.ts'

it.each([
  ['小云', true],
  ['<script>alert(1)</sc', true],
  ['a b', true],
  ['二十个字二十个字二十个字二十个字二十个字', true],
  ['二十个字二十个字二十个字二十个字二十个字一', false],
  ['', false],
  [' 云', false],
  ['云 ', false],
  ['云\n机', false],
  ['云\u0000', false],
  ['云\u007f机', false],
  ['云\u200b机', false],
  ['\u202e云机', false],
  ['云\ufeff机', false],
])('%j is a nickname: %s', (text, expected) => expect(isNickname(text)).toBe(expected))

const entries = [{ industryId: 1, worktypeId: 12, key: '1-12' }]

describe('work types', () => {
  it.each([
    [1, 12, true],
    [11, 2, false],
    [1, 2, false],
    [2, 12, false],
    [12, 1, false],
  ])('industry %i, work %i: duplicate %s', (industryId, worktypeId, duplicate) => {
    expect(isDuplicateWorkType(entries, { industryId, worktypeId })).toBe(duplicate)
  })

  it('adds a new pair at the end, with a key', () => {
    expect(addWorkType(entries, { industryId: 11, worktypeId: 2 })).toEqual([
      ...entries,
      { industryId: 11, worktypeId: 2, key: '11-2' },
    ])
  })

  it('adds nothing twice', () => {
    expect(addWorkType(entries, { industryId: 1, worktypeId: 12 })).toBeUndefined()
  })

  it('never holds a pair or a key twice', () => {
    const id = fc.nat({ max: 12 })
    fc.assert(
      fc.property(fc.array(fc.record({ industryId: id, worktypeId: id })), (added) => {
        const list = added.reduce<readonly WorkTypeEntry[]>((kept, entry) => addWorkType(kept, entry) ?? kept, [])
        const pairs = new Set(added.map((entry) => JSON.stringify([entry.industryId, entry.worktypeId])))
        expect(list).toHaveLength(pairs.size)
        expect(new Set(list.map((entry) => entry.key)).size).toBe(list.length)
      }),
    )
  })
})
