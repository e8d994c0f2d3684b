import { describe, expect, it } from 'vitest'
import { ringParts, type Space, usageParts, usedPercent } from './usage.ts'

const none = { picture: 0, video: 0, audio: 0, document: 0, app: 0, other: 0 }
const space = (change: Partial<Space>): Space => ({
  quotaBytes: 1000,
  usedBytes: 0,
  fileBytes: 0,
  bytesByKind: none,
  backupBytes: 0,
  trashBytes: 0,
  lastChanceBytes: 0,
  planEndsAt: null,
  isReadOnly: false,
  deletesFrom: null,
  ...change,
})

describe('the use of a space', () => {
  it('is shown in four parts that leave nothing out', () => {
    const bytesByKind = { picture: 1, video: 2, audio: 4, document: 8, app: 16, other: 32 }
    const parts = usageParts(space({ bytesByKind, backupBytes: 64 }))
    expect(parts.map(({ bytes }) => bytes)).toEqual([64, 16, 3, 44])
  })

  it('has an arc for anything that is there, and never more than the whole ring', () => {
    const sums = (change: Partial<Space>) => ringParts(space(change)).map(({ percent }) => Math.round(percent))
    expect(sums({ usedBytes: 601, backupBytes: 600, bytesByKind: { ...none, app: 1 } })).toEqual([60, 1, 0, 0])
    expect(sums({ usedBytes: 2000, backupBytes: 500, bytesByKind: { ...none, app: 1500 } })).toEqual([25, 75, 0, 0])
    const full = ringParts(space({ usedBytes: 1000, backupBytes: 999, bytesByKind: { ...none, app: 1 } }))
    expect(full.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100)
  })

  it.each([
    [0, '0'],
    [1, '<1'],
    [10, '1'],
    [999, '99'],
    [1000, '100'],
    [1500, '150'],
  ])('of %i in 1000 reads %s %%', (usedBytes, text) => {
    expect(usedPercent({ usedBytes, quotaBytes: 1000 })).toBe(text)
  })
})
