import { formatBeans } from '@yunji/contract/display/money'
import type { Templates } from './format.ts'
import { formatPaid, formatPrice, formatTime, linkTo, say } from './format.ts'

type InvoiceEvents = 'invoiceIssued' | 'invoiceRejected' | 'invoiceCorrected'
type MoneyEvents = 'orderPaid' | 'orderRefunded' | 'recharged' | 'codeRedeemed' | InvoiceEvents

const invoiceLink = (invoiceId: number) => ({
  link: linkTo('user/invoices', { view: 'invoice', invoiceId }),
  linkText: '查看发票',
})

export const moneyTemplates: Templates<MoneyEvents> = {
  orderPaid: ({ orderId, goodsName, ...paid }) => ({
    title: '订单支付成功',
    content: say`你已成功支付「${['商品', goodsName]}」，共 ${['金额', formatPaid(paid)]}。`,
    summary: say`「${['商品', goodsName]}」支付成功`,
    link: linkTo('user/orderDetails', { orderId }),
    linkText: '查看订单',
  }),
  orderRefunded: ({ orderId, goodsName, ...paid }) => ({
    title: '订单已退款',
    content: say`「${['商品', goodsName]}」的 ${['金额', formatPaid(paid)]} 已按原支付方式退回，到账时间以支付渠道为准。`,
    summary: say`「${['商品', goodsName]}」已退款 ${['金额', formatPaid(paid)]}`,
    link: linkTo('user/orderDetails', { orderId }),
    linkText: '查看订单',
  }),
  codeRedeemed: ({ deviceId, deviceName, expiresAt }) => ({
    title: '激活码兑换成功',
    content: say`激活码已为 ${['设备', deviceName]} 续费，可使用至 ${['到期时间', formatTime(expiresAt)]}。`,
    summary: say`${['设备', deviceName]} 已用激活码续费`,
    link: linkTo('webView/web_instance', { deviceId, mode: 'control' }),
    linkText: '打开设备',
    deviceId,
  }),
  invoiceIssued: ({ invoiceId, titleName, amountCents }) => ({
    title: '发票已开具',
    content: say`抬头「${['抬头', titleName]}」的发票已开具，金额 ${['金额', formatPrice(amountCents)]}，可以下载 PDF。`,
    summary: say`${['金额', formatPrice(amountCents)]} 的发票已开具`,
    ...invoiceLink(invoiceId),
  }),
  invoiceRejected: ({ invoiceId, titleName, reason }) => ({
    title: '发票申请被驳回',
    content: say`抬头「${['抬头', titleName]}」的开票申请被驳回：${['原因', reason]}。订单可以重新申请。`,
    summary: say`开票申请被驳回：${['原因', reason]}`,
    ...invoiceLink(invoiceId),
  }),
  invoiceCorrected: ({ invoiceId, titleName, reason, replacementId }) => ({
    title: '发票已冲红',
    variant: replacementId === undefined ? undefined : 'replaced',
    content:
      replacementId === undefined
        ? say`抬头「${['抬头', titleName]}」的发票已冲红：${['原因', reason]}。`
        : say`抬头「${['抬头', titleName]}」的发票已冲红：${['原因', reason]}。未退的金额会重新开具。`,
    summary: '发票已冲红',
    ...invoiceLink(replacementId ?? invoiceId),
  }),
  recharged: ({ what, amountCents, beans = 0 }) =>
    what === 'beans'
      ? {
          variant: 'beans',
          title: '云豆充值成功',
          content: say`你已支付 ${['金额', formatPrice(amountCents)]}，${['云豆', formatBeans(beans)]} 云豆已到账。`,
          summary: say`${['云豆', formatBeans(beans)]} 云豆已到账`,
          link: linkTo('user/cloudBeansList'),
          linkText: '查看明细',
        }
      : {
          title: '余额充值成功',
          content: say`${['金额', formatPrice(amountCents)]} 已存入你的余额。`,
          summary: say`余额已充值 ${['金额', formatPrice(amountCents)]}`,
          link: linkTo('user/recharge'),
          linkText: '查看余额',
        },
}
