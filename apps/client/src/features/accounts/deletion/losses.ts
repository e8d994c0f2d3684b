import type { DeletionState } from '@yunji/contract/accounts/profile/schema'
import { formatBeans, formatYuan } from '@yunji/contract/display/money'

interface Loss {
  readonly title: string
  readonly sub: string
}

/** Assets that are lost with the account, listed one by one. */
export const assetsOf = ({ beansCents, balanceCents, coupons, codes }: DeletionState['holdings']): string => {
  const held = [
    ...(beansCents > 0 ? [`${formatBeans(beansCents)} 云豆`] : []),
    ...(balanceCents > 0 ? [`余额 ${formatYuan(balanceCents)} 元`] : []),
    ...(coupons > 0 ? [`${coupons} 张优惠券`] : []),
    ...(codes > 0 ? [`${codes} 个未使用的激活码`] : []),
  ]
  return held.length > 0 ? `${held.join('、')}，均不退还` : '没有云豆、余额、优惠券和未使用的激活码'
}

export const lossesOf = (holdings: DeletionState['holdings']): readonly Loss[] => [
  { title: '个人资料', sub: '手机号、昵称、头像、实名信息和登录记录' },
  { title: '资产', sub: assetsOf(holdings) },
  { title: '数据', sub: '云空间里的文件和备份' },
]
