import { expect, test } from 'vitest'
import {
  isReachable,
  type PendingAuthorisation,
  parsePendingAuthorisation,
  readAuthorisationResult,
} from './authorisation.ts'

const round: PendingAuthorisation = { state: 's1', scope: 'snsapi_base', returnPath: '/pages/user/coupon' }

test('a page that was opened by itself starts', () => {
  expect(readAuthorisationResult({}, undefined)).toEqual({ kind: 'start' })
  expect(readAuthorisationResult({ code: 'c1' }, undefined)).toEqual({ kind: 'start' })
  expect(readAuthorisationResult({}, round)).toEqual({ kind: 'start' })
})

test('a code is taken by the tab that asked for it', () => {
  expect(readAuthorisationResult({ code: 'c1', state: 's1' }, round)).toEqual({ kind: 'code', code: 'c1', round })
})

test.each([
  ['another state', { code: 'c1', state: 's2' }, round],
  ['no round of this tab', { code: 'c1', state: 's1' }, undefined],
])('%s: the code is not touched', (_name, params, kept) => {
  expect(readAuthorisationResult(params, kept)).toEqual({
    kind: 'failed',
    message: '微信授权已失效，请重新授权',
    hasAgreed: false,
  })
})

test('who refused is told so, and may begin again from where they were', () => {
  expect(readAuthorisationResult({ state: 's1' }, round)).toEqual({
    kind: 'failed',
    message: '你已取消微信授权',
    returnPath: '/pages/user/coupon',
    hasAgreed: true,
  })
})

test.each([null, '', 'broken', '1', '{"state":"s1"}', '{"state":"s1","scope":"snsapi_all"}'])(
  '%s is no round',
  (text) => {
    expect(parsePendingAuthorisation(text)).toBeUndefined()
  },
)

test('a round is read as it was kept', () => {
  expect(parsePendingAuthorisation(JSON.stringify(round))).toEqual(round)
})

test.each([
  ['https://open.weixin.qq.com/connect/oauth2/authorize', true, true],
  ['https://open.weixin.qq.com/connect/oauth2/authorize', false, false],
  ['/demo/wechat/connect/oauth2/authorize', false, true],
])('%s in WeChat: %s, reachable: %s', (url, isWechatBrowser, expected) => {
  expect(isReachable(url, isWechatBrowser)).toBe(expected)
})
