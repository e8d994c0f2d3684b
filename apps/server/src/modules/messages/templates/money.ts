import { formatBeans } from '@yunji/contract/display/money'
import type { Templates } from './format.ts'
import { formatPaid, formatPrice, formatTime, linkTo } from './format.ts'

type MoneyEvents = 'orderPaid' | 'orderRefunded' | 'recharged' | 'codeRedeemed'

export const moneyTemplates: Templates<MoneyEvents> = {
  orderPaid: ({ orderId, goodsName, ...paid }) => ({
    title: '订单支付成功',
    content: `你已成功支付「${goodsName}」，共 ${formatPaid(paid)}。`,
    summary: `「${goodsName}」支付成功`,
    link: linkTo('user/orderDetails', { orderId }),
    linkText: '查看订单',
  }),
  orderRefunded: ({ orderId, goodsName, ...paid }) => ({
    title: '订单已退款',
    content: `「${goodsName}」的 ${formatPaid(paid)} 已按原支付方式退回，到账时间以支付渠道为准。`,
    summary: `「${goodsName}」已退款 ${formatPaid(paid)}`,
    link: linkTo('user/orderDetails', { orderId }),
    linkText: '查看订单',
  }),
  codeRedeemed: ({ deviceId, deviceName, expiresAt }) => ({
    title: '激活码兑换成功',
    content: `激活码已为 ${deviceName} 续费，可使用至 ${formatTime(expiresAt)}。`,
    summary: `${deviceName} 已用激活码续费`,
    link: linkTo('webView/web_instance', { deviceId, mode: 'control' }),
    linkText: '打开设备',
    deviceId,
  }),
  recharged: ({ what, amountCents, beans = 0 }) =>
    what === 'beans'
      ? {
          title: '云豆充值成功',
          content: `你已支付 ${formatPrice(amountCents)}，${formatBeans(beans)} 云豆已到账。`,
          summary: `${formatBeans(beans)} 云豆已到账`,
          link: linkTo('user/cloudBeansList'),
          linkText: '查看明细',
        }
      : {
          title: '余额充值成功',
          content: `${formatPrice(amountCents)} 已存入你的余额。`,
          summary: `余额已充值 ${formatPrice(amountCents)}`,
          link: linkTo('user/recharge'),
          linkText: '查看余额',
        },
}
