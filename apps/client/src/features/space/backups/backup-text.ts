import { formatFileSize } from '@yunji/contract/display/text'
import { fileTime, formatDate } from '@yunji/contract/display/time'
import type { BackupRecord } from '@yunji/contract/space/backup-calls'
import type { BackupOrigin } from '@yunji/contract/space/backup-rules'

export const originLabels: Readonly<Record<BackupOrigin, string>> = {
  manual: '手动备份',
  schedule: '自动备份',
  lastChance: '到期备份',
}

/** The owner's own words, or how it came about. */
export const titleOf = ({ note, origin }: Pick<BackupRecord, 'note' | 'origin'>): string =>
  note.trim() || originLabels[origin]

/** Time, size and origin; the origin only where the title does not say it. */
export const factsOf = (
  { note, origin, createdAt, rawBytes, state }: BackupRecord,
  nowMs: number,
  offsetMinutes?: number,
): readonly string[] => [
  fileTime(createdAt, nowMs, offsetMinutes),
  ...(state === 'complete' || state === 'trashed' ? [formatFileSize(rawBytes)] : []),
  ...(note.trim() ? [originLabels[origin]] : []),
]

interface DrillText {
  readonly tone: 'run' | 'dead' | 'plain'
  readonly word: string
  /** The word with the day of the drill; empty without a result. */
  readonly badge: string
  readonly detail: string
}

/** A backup counts as recoverable after a passed drill only. */
export const drillText = ({ drill }: Pick<BackupRecord, 'drill'>, offsetMinutes?: number): DrillText => {
  if (!drill)
    return { tone: 'plain', word: '未演练', badge: '', detail: '还没有做过恢复演练，每周会为最新的备份演练一次' }
  const on = formatDate(drill.at, 'YYYY-MM-DD', offsetMinutes)
  const day = on.slice('YYYY-'.length)
  const why = drill.reason ? `：${drill.reason}` : ''
  switch (drill.result) {
    case 'recoverable':
      return { tone: 'run', word: '可恢复', badge: `可恢复 · ${day}`, detail: `${on} 恢复到备用手机，逐个文件核对一致` }
    case 'damaged':
      return {
        tone: 'dead',
        word: '演练未通过',
        badge: `演练未通过 · ${day}`,
        detail: `${on} 演练时内容不一致${why}，请重新备份`,
      }
    case 'failed':
      return {
        tone: 'plain',
        word: '未演练',
        badge: '',
        detail: `${on} 的演练没有做成${why}，会再次演练，不代表备份有问题`,
      }
  }
}

const DAY_MS = 24 * 3600_000
const HOUR_MS = 3600_000

/** `剩 6 天`, `剩 5 小时`: how long something is still kept. */
export const keptText = (deleteAt: number, nowMs: number): string => {
  const leftMs = deleteAt - nowMs
  if (leftMs <= 0) return '即将删除'
  if (leftMs >= DAY_MS) return `剩 ${Math.floor(leftMs / DAY_MS)} 天`
  return leftMs >= HOUR_MS ? `剩 ${Math.floor(leftMs / HOUR_MS)} 小时` : '不到 1 小时'
}

const LEAST_PERCENT = 5
const LEAST_ELAPSED_MS = 5000
const MINUTE_MS = 60_000

/** Estimate from the pace so far; empty while there is too little to go by. */
export const remainingText = (createdAt: number, progress: number, nowMs: number): string => {
  const elapsedMs = nowMs - createdAt
  if (progress < LEAST_PERCENT || progress >= 100 || elapsedMs < LEAST_ELAPSED_MS) return ''
  const leftMs = (elapsedMs / progress) * (100 - progress)
  return leftMs < MINUTE_MS ? '预计不到 1 分钟' : `预计还需 ${Math.ceil(leftMs / MINUTE_MS)} 分钟`
}

/** `320.00 MB / 1.20 GB` of a backup under way; empty before the phone has said how much there is. */
export const doneText = (progress: number, totalBytes: number | null): string =>
  totalBytes ? `${formatFileSize(Math.floor((totalBytes * progress) / 100))} / ${formatFileSize(totalBytes)}` : ''
