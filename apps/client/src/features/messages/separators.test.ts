import { expect, test } from 'vitest'
import { sampleMessage } from './sample-message.ts'
import { separators } from './separators.ts'

const HOUR_MS = 3_600_000
const NOW_MS = Date.UTC(2026, 10, 15, 12)

test('says once what several have in common', () => {
  const rows = [0, 3, 3.5, 30, 40].map((hours, index) =>
    sampleMessage({ messageId: index, createdAt: NOW_MS - hours * HOUR_MS }),
  )
  expect([...separators(rows, NOW_MS)]).toEqual([
    [0, '刚刚'],
    [1, '3 小时前'],
    [3, '1 天前'],
  ])
})
