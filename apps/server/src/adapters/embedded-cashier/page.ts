import { PayMethod, payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import type { ProviderName } from '../../platform/payments.ts'
import { yuanOf } from '../alipay/yuan.ts'
import { escapeHtml, htmlPage } from '../demo-page.ts'
import type { Trade } from './trade.ts'

const brands: Readonly<Record<ProviderName, { readonly name: string; readonly colour: string }>> = {
  alipay: { name: payMethodLabels[PayMethod.alipay], colour: '#1677ff' },
  wechat: { name: payMethodLabels[PayMethod.wechat], colour: '#07a950' },
}

const styleOf = (colour: string): string => `<style>
  .head { margin: -32px -16px 0; padding: 40px 16px 72px; color: #fff; background: ${colour}; text-align: center }
  .head p { opacity: .9 } .amount { font-size: 44px; font-weight: 700; line-height: 60px; font-variant-numeric: tabular-nums }
  .amount small { font-size: 24px; margin-right: 4px } .sheet { position: relative; margin-top: -40px; padding: 20px 16px; box-shadow: 0 4px 16px #10141c14 }
  .row { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; font-size: 14px } .row span:first-child { color: #646d7e; white-space: nowrap }
  .row span:last-child { text-align: right; word-break: break-all } form { margin: 0 }
  button { display: block; width: 100%; min-height: 48px; margin: 12px 0 0; border: 0; border-radius: 12px; font: inherit; font-weight: 600; cursor: pointer }
  button.pay { color: #fff; background: ${colour} } button.plain { color: #10141c; background: #e4e8ee } button:focus-visible { outline: 3px solid ${colour}; outline-offset: 2px }
  .result { padding: 24px 0 8px; text-align: center } .result b { display: block; font-size: 20px; margin-top: 8px } .mark { width: 56px; height: 56px }
  .demo { text-align: center; margin-top: 24px } @media (min-width: 513px) { .head { margin-top: 0; border-radius: 16px } }</style>`

const row = (name: string, value: string): string =>
  `<div class="row"><span>${name}</span><span>${escapeHtml(value)}</span></div>`

const mark = (colour: string, path: string): string =>
  `<svg class="mark" viewBox="0 0 56 56" aria-hidden="true"><circle cx="28" cy="28" r="28" fill="${colour}"/><path d="${path}" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`

const form = (action: string, ticket: string): string => `<form method="post" action="${action}">
<input type="hidden" name="ticket" value="${escapeHtml(ticket)}">
<button class="pay" name="choice" value="ok">确认支付</button>
<button class="plain" name="choice" value="cancel">取消支付</button>
<button class="plain" name="choice" value="fail">让这次支付失败</button></form>`

const result = (title: string, icon: string, back: string): string =>
  `<div class="result">${icon}<b>${title}</b></div><a class="button plain" href="${escapeHtml(back)}">返回商家</a>`

export interface CashierPage {
  readonly trade: Trade
  readonly status: 'waiting' | 'paid' | 'closed'
  readonly action: string
  readonly ticket: string
  readonly back: string
}

/** Payment page of the demo. */
export const cashierPage = ({ trade, status, action, ticket, back }: CashierPage): string => {
  const { name, colour } = brands[trade.protocol]
  const bodies = {
    waiting: form(action, ticket),
    paid: result('支付成功', mark(colour, 'M17 29l8 8 15-17'), back),
    closed: result('交易已关闭', mark('#a0a8b6', 'M20 20l16 16M36 20L20 36'), back),
  }
  return htmlPage(
    `${name}收银台`,
    `${styleOf(colour)}<div class="head"><p>${name}</p><div class="amount"><small>¥</small>${yuanOf(trade.amountCents)}</div></div>
<main class="card sheet">${row('商品', trade.title)}${row('收款方', '云机')}${row('订单号', trade.outTradeNo)}${bodies[status]}</main>
<p class="note demo">体验环境的收银台，不会扣除真实款项</p>`,
  )
}
