import type { BackupRecord } from '@yunji/contract/space/backup-calls'
import { expect, test } from 'vitest'
import { doneText, drillText, factsOf, keptText, remainingText, titleOf } from './backup-text.ts'

const NOW = Date.UTC(2026, 10, 17, 12)
const UTC = 0
const backup: BackupRecord = {
  backupId: 1,
  deviceId: 2,
  deviceName: '星海远征 06',
  state: 'complete',
  origin: 'schedule',
  note: '',
  reason: '',
  rawBytes: 6.2 * 1024 ** 3,
  storedBytes: 1,
  createdAt: Date.UTC(2026, 9, 28, 3),
  endedAt: null,
  deleteAt: null,
  drill: null,
  contents: null,
}

test('the title is the note, or how the backup came about', () => {
  expect(titleOf(backup)).toBe('自动备份')
  expect(titleOf({ ...backup, note: ' 双十一开播前 ' })).toBe('双十一开播前')
  expect(titleOf({ note: '', origin: 'lastChance' })).toBe('到期备份')
})

test('the facts name the origin where the title does not, and a size where there is one', () => {
  const about = (more: Partial<BackupRecord>) => factsOf({ ...backup, ...more }, NOW, UTC).slice(1)
  expect(about({})).toEqual(['6.20 GB'])
  expect(about({ note: '主号' })).toEqual(['6.20 GB', '自动备份'])
  expect(about({ state: 'failed' })).toEqual([])
})

test('only a passed drill earns the word, with its date', () => {
  expect(drillText(backup)).toMatchObject({ tone: 'plain', word: '未演练', badge: '' })
  const at = Date.UTC(2026, 10, 15)
  expect(drillText({ drill: { at, result: 'recoverable', reason: '' } }, UTC)).toEqual({
    tone: 'run',
    word: '可恢复',
    badge: '可恢复 · 11-15',
    detail: '2026-11-15 恢复到备用手机，逐个文件核对一致',
  })
  const damaged = drillText({ drill: { at, result: 'damaged', reason: '3 个文件不同' } }, UTC)
  expect(damaged).toMatchObject({ tone: 'dead', detail: '2026-11-15 演练时内容不一致：3 个文件不同，请重新备份' })
  expect(drillText({ drill: { at, result: 'failed', reason: '' } }).word).toBe('未演练')
})

test.each([
  [NOW + 6.5 * 86_400_000, '剩 6 天'],
  [NOW + 5.5 * 3_600_000, '剩 5 小时'],
  [NOW + 60_000, '不到 1 小时'],
  [NOW - 1, '即将删除'],
])('what is kept until %i says so', (deleteAt, text) => expect(keptText(deleteAt, NOW)).toBe(text))

test('the time left is told by the pace, and not before there is one', () => {
  expect(remainingText(NOW - 60_000, 50, NOW)).toBe('预计还需 1 分钟')
  expect(remainingText(NOW - 60_000, 10, NOW)).toBe('预计还需 9 分钟')
  expect(remainingText(NOW - 30_000, 90, NOW)).toBe('预计不到 1 分钟')
  expect(remainingText(NOW - 2000, 50, NOW)).toBe('')
  expect(remainingText(NOW - 60_000, 2, NOW)).toBe('')
  // A phone whose clock is behind.
  expect(remainingText(NOW + 60_000, 50, NOW)).toBe('')
})

test('a backup under way says how much has come of how much, once that is known', () => {
  expect(doneText(25, 2 * 1024 ** 3)).toBe('512.00 MB / 2.00 GB')
  expect(doneText(0, null)).toBe('')
})
