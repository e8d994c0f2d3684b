import type { StreamEnd } from '@yunji/player/player-state'

/** Action offered when a session has ended. */
type NextStep = 'retry' | 'renew' | 'recharge' | 'buy'

export interface EndMessage {
  readonly title: string
  readonly hint: string
  readonly step?: NextStep
  readonly stepText?: string
}

const again = (title: string, hint: string, stepText = '重新连接'): EndMessage => ({
  title,
  hint,
  step: 'retry',
  stepText,
})

const words: Readonly<Record<Exclude<StreamEnd['reason'], 'refused'>, EndMessage>> = {
  revoked: { title: '使用权限已收回', hint: '授权已到期，或设备的主人取消了授权，需要时可以请对方重新授权' },
  expired: { title: '设备已到期', hint: '数据会保留 2 小时，续费后可以继续使用', step: 'renew', stepText: '去续费' },
  idle: again('长时间没有操作，已断开', '云手机仍在运行，随时可以回来', '继续使用'),
  replaced: again('已在其他地方打开', '同一账号在另一处打开了这台云手机', '在这里继续'),
  phone: again('云手机暂时无法连接', '可能正在重启或维护，请稍后再试'),
  tooMany: again('同时打开的画面太多', '请先关闭其他云手机的画面，再重新连接'),
  shutdown: again('服务正在更新', '请稍后再试'),
  protocol: again('连接出了点问题', '重新连接通常就能恢复'),
  lost: again('网络连接已断开', '请检查网络后重新连接，云手机仍在运行'),
  undecodable: {
    title: '当前浏览器无法播放画面',
    hint: '请更新浏览器，或换用最新版的 Chrome、Edge、Safari 打开',
  },
}

const noBeans: EndMessage = {
  title: '云豆已用完，设备已关机',
  hint: '数据会保留 2 小时，充值后可以重新开机',
  step: 'recharge',
  stepText: '去充值',
}

const trialOver: EndMessage = {
  title: '试用时间到了',
  hint: '这台云手机已收回并清空。喜欢的话，可以创建一台自己的',
  step: 'buy',
  stepText: '创建云手机',
}

/** Reason of an ended session, and the next step. */
export const endMessage = (end: StreamEnd, isMetered = false, isTrial = false): EndMessage => {
  if (end.reason === 'refused') return again('无法打开云手机', end.text, '重试')
  if (isTrial && (end.reason === 'expired' || end.reason === 'revoked')) return trialOver
  return isMetered && end.reason === 'expired' ? noBeans : words[end.reason]
}
