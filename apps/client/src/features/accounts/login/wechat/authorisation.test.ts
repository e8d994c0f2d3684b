import { expect, test } from 'vitest'
import { isReachable, type Round, readReturn, readRound } from './authorisation.ts'

const round: Round = { state: 's1', scope: 'snsapi_base', returnPath: '/pages/user/coupon' }

test('a page that was opened by itself starts', () => {
  expect(readReturn({}, undefined)).toEqual({ kind: 'start' })
  expect(readReturn({ code: 'c1' }, undefined)).toEqual({ kind: 'start' })
  expect(readReturn({}, round)).toEqual({ kind: 'start' })
})

test('a code is taken by the tab that asked for it', () => {
  expect(readReturn({ code: 'c1', state: 's1' }, round)).toEqual({ kind: 'code', code: 'c1', round })
})

test.each([
  ['another state', { code: 'c1', state: 's2' }, round],
  ['no round of this tab', { code: 'c1', state: 's1' }, undefined],
])('%s: the code is not touched', (_name, params, kept) => {
  expect(readReturn(params, kept)).toEqual({ kind: 'failed', message: '微信授权已失效，请重新授权' })
})

test('who refused is told so, and may begin again from where they were', () => {
  expect(readReturn({ state: 's1' }, round)).toEqual({
    kind: 'failed',
    message: '你已取消微信授权',
    returnPath: '/pages/user/coupon',
  })
})

test.each([null, '', 'broken', '1', '{"state":"s1"}', '{"state":"s1","scope":"snsapi_all"}'])(
  '%s is no round',
  (text) => {
    expect(readRound(text)).toBeUndefined()
  },
)

test('a round is read as it was kept', () => {
  expect(readRound(JSON.stringify(round))).toEqual(round)
})

test.each([
  ['https://open.weixin.qq.com/connect/oauth2/authorize', true, true],
  ['https://open.weixin.qq.com/connect/oauth2/authorize', false, false],
  ['/demo/wechat/connect/oauth2/authorize', false, true],
])('%s in the messaging app: %s, reachable: %s', (url, isMessagingBrowser, expected) => {
  expect(isReachable(url, isMessagingBrowser)).toBe(expected)
})
