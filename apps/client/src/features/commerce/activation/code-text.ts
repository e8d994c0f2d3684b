import type {
  ActivationCode,
  ActivationCodePreview,
  ActivationCodeState,
} from '@yunji/contract/commerce/activation/schema'
import { formatDate } from '@yunji/contract/display/time'
import { hoursText } from '../../../shared/commerce/order-text.ts'

export const codeStateLabels: Readonly<Record<ActivationCodeState, string>> = {
  unused: '未使用',
  used: '已使用',
  expired: '已过期',
  returned: '已失效',
}

type Given = Pick<ActivationCodePreview, 'goodsName' | 'goodTime' | 'cpuCores' | 'memoryGb' | 'storageGb' | 'version'>

/** `旗舰云手机 · 30 天`. */
export const givenText = ({ goodsName, goodTime }: Given): string => `${goodsName} · ${hoursText(goodTime)}`

export const hardwareText = ({ cpuCores, memoryGb, storageGb, version }: Given): string =>
  `${cpuCores} 核 · ${memoryGb} GB · ${storageGb} GB · ${version}`

/** Use of the code, or its expiry. */
export const fateText = ({ state, usedAt, usedFor, usedBy, expiresAt }: ActivationCode): string => {
  if (state === 'used') {
    const what = usedFor === 'renewal' ? '续费' : '兑换新设备'
    return [formatDate(usedAt, 'YYYY-MM-DD HH:mm'), usedBy, what].filter(Boolean).join(' · ')
  }
  return `${formatDate(expiresAt)} ${state === 'expired' ? '已过期' : '前有效'}`
}

/** Reason why a code is not redeemable; undefined when it is. */
export const refusalText = ({ state, expiresAt }: Pick<ActivationCodePreview, 'state' | 'expiresAt'>) => {
  switch (state) {
    case 'unused':
      return undefined
    case 'used':
      return '这个激活码已经用过了'
    case 'expired':
      return `这个激活码已于 ${formatDate(expiresAt)} 过期`
    case 'returned':
      return '这个激活码已失效，不能再用'
  }
}
