import { access } from './call.ts'
import type { SideRoute } from './side-routes.ts'

/** Side routes the client never builds a URL for; kept out of its bundle. */
export const servedRoutes = {
  alipayNotice: {
    method: 'POST',
    path: '/pay/notices/alipay',
    access: { kind: 'bearer', of: 'providerSignature' },
    summary: '支付宝的异步通知（表单编码，凭签名）',
  },
  wechatNotice: {
    method: 'POST',
    path: '/pay/notices/wechat',
    access: { kind: 'bearer', of: 'providerSignature' },
    summary: '微信支付的通知（凭签名，内容加密）',
  },
  demoAlipay: {
    method: 'GET',
    path: '/demo/alipay/gateway.do',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '体验环境的支付宝收银台',
  },
  demoWechatPay: {
    method: 'GET',
    path: '/demo/wechat-pay/checkmweb',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '体验环境的微信收银台',
  },
  demoCashier: {
    method: 'POST',
    path: '/demo/cashier',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '体验环境的收银台：付款、取消或失败（表单编码）',
  },
  demoRequestPayment: {
    method: 'POST',
    path: '/demo/wechat-pay/requestPayment',
    access: { kind: 'bearer', of: 'signedAddress' },
    summary: '体验环境中代替微信支付面板：wx.requestPayment 的参数与选择（JSON）',
  },
  goodsPicture: { method: 'GET', path: '/goods/:name', access: access.open, summary: '商品图片' },
} as const satisfies Record<string, SideRoute>

/** Version of the drawing: part of the address, which is cached for a year. */
const GOODS_DRAWING = 1

export const goodsPicturePath = (goodsLevel: number): string =>
  servedRoutes.goodsPicture.path.replace(':name', `${goodsLevel}-${GOODS_DRAWING}.webp`)
