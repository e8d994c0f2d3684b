import type { StateTone } from '@yunji/contract/devices/device/enums'
import { canControl, type PlayerState, type StreamEnd } from '@yunji/player/player-state'

/** A phone on the wall. */
export interface TileState {
  readonly name: string
  readonly player: PlayerState
  readonly isFollowing: boolean
  /** Its picture is another one than the leader's. */
  readonly isDrifted: boolean
}

const endTexts: Readonly<Record<Exclude<StreamEnd['reason'], 'refused'>, string>> = {
  revoked: '使用权限已收回',
  expired: '设备已到期',
  idle: '长时间没有操作',
  replaced: '已在其他地方打开',
  phone: '云手机暂时无法连接',
  tooMany: '同时打开的画面太多',
  shutdown: '服务正在更新',
  protocol: '连接出了点问题',
  lost: '网络连接已断开',
  undecodable: '浏览器无法播放画面',
}

export const endText = (end: StreamEnd): string => (end.reason === 'refused' ? end.text : endTexts[end.reason])

/** Ends that another attempt does not change. */
const finalEnds: ReadonlySet<StreamEnd['reason']> = new Set(['revoked', 'expired', 'undecodable'])
export const canRetry = (end: StreamEnd): boolean => !finalEnds.has(end.reason)

/** Text over a tile without a picture of now; undefined while there is one. */
export const waitText = ({ player: { phase, phone, picture, end } }: TileState): string | undefined => {
  if (end) return endText(end)
  if (phase === 'reconnecting') return '正在重新连接…'
  if (phone !== 'online') return '正在启动…'
  return picture ? undefined : '正在连接…'
}

export interface TileBadge {
  readonly text: string
  readonly tone: StateTone
}

/** Part of a tile in the wall. */
export const badgeOf = (tile: TileState, isLeader: boolean): TileBadge => {
  const { player, isFollowing, isDrifted } = tile
  if (player.phase === 'ended') return { text: '已断开', tone: 'dead' }
  if (player.mode === 'view') return { text: '仅查看', tone: 'off' }
  if (player.isControlTaken) return { text: '他人操作中', tone: 'soon' }
  if (isLeader) return { text: '主控', tone: 'back' }
  if (!isFollowing) return { text: '未跟随', tone: 'off' }
  if (isDrifted) return { text: '画面不同', tone: 'soon' }
  return canControl(player) ? { text: '跟随中', tone: 'run' } : { text: '连接中', tone: 'off' }
}

/** Whether a phone repeats what the leader does, or would lead. */
export const canFollow = ({ player }: TileState): boolean => canControl(player)
