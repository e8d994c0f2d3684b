import type { getSpace } from '@yunji/contract/space/calls'
import type { CallData } from '@yunji/contract/wire/call'
import type { RingPart } from '../../../shared/ui/progress/progress-ring.tsx'

export type Space = CallData<typeof getSpace>

export interface UsagePart {
  readonly label: string
  readonly tone: RingPart['tone']
  readonly bytes: number
}

/** Use by kind, as the ring and its legend show it. */
export const usageParts = ({ backupBytes, bytesByKind }: Space): readonly UsagePart[] => {
  const { app, picture, video, audio, document, other } = bytesByKind
  return [
    { label: '设备备份', tone: 'brand', bytes: backupBytes },
    { label: '应用', tone: 'back', bytes: app },
    { label: '图片视频', tone: 'teal', bytes: picture + video },
    { label: '其他文件', tone: 'soon', bytes: audio + document + other },
  ]
}

/** Smallest arc that can be seen. */
const VISIBLE_PERCENT = 1

/** Arcs of the ring. Together never more than the whole: a space over its quota is full. */
export const ringParts = (space: Space): readonly RingPart[] => {
  const whole = Math.max(space.quotaBytes, space.usedBytes, 1)
  const arcs = usageParts(space).map(({ tone, bytes }) => ({
    tone,
    percent: bytes > 0 ? Math.max((bytes / whole) * 100, VISIBLE_PERCENT) : 0,
  }))
  const sum = arcs.reduce((total, { percent }) => total + percent, 0)
  return sum <= 100 ? arcs : arcs.map(({ tone, percent }) => ({ tone, percent: (percent / sum) * 100 }))
}

/** Used share in words: never 0 for something, never 100 for less than all. */
export const usedPercent = ({ usedBytes, quotaBytes }: Pick<Space, 'usedBytes' | 'quotaBytes'>): string => {
  if (usedBytes === 0) return '0'
  const percent = Math.floor((usedBytes / Math.max(quotaBytes, 1)) * 100)
  return percent === 0 ? '<1' : String(percent)
}
