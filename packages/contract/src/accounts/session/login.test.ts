import * as fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { login } from './calls.ts'
import { authorizationUrlOf, initialInvite, loginExtrasOf, withBindInfo, withInvite } from './login.ts'

const referral = { preGroup: 'g1', shareUser: 'u9' }
const phone = {
  deviceId: 'ABC-1',
  deviceModel: 'iPhone16,1',
  brand: 'Apple',
  osName: 'ios',
  system: 'iOS 18.1',
  osVersion: '18.1',
}

test('on ios everything is told', () =>
  expect(loginExtrasOf('ios', referral, phone)).toEqual({ ...referral, ...phone }))

test('on wx the device id and the model stay empty', () => {
  expect(loginExtrasOf('wx', referral, phone)).toEqual({ ...referral, ...phone, deviceId: '', deviceModel: '' })
})

test.each(['h5', 'agent7', 'IOS', ''])('on %j only the referral is sent', (channel) => {
  expect(loginExtrasOf(channel, referral, phone)).toEqual(referral)
})

test('a wordy phone is cut short, so that the call takes it', () => {
  const wordy = { ...phone, system: 'x'.repeat(65), brand: 'y'.repeat(64) }
  const extras = loginExtrasOf('ios', { ...referral, shareUser: 'z'.repeat(100) }, wordy)
  expect([extras.system?.length, extras.brand?.length, extras.shareUser.length]).toEqual([64, 64, 64])
  expect(login.input.safeParse({ mobilePhone: '13800138000', password: 'abc123', ...extras }).success).toBe(true)
})

it('names the parameters in the order that WeChat asks for, and encodes them', () => {
  expect(
    authorizationUrlOf({
      authorizeUrl: 'https://open.example/connect/oauth2/authorize',
      appId: 'wx1',
      redirectUri: 'https://yunji.example/pages/auth/wechatAuth?a=1&b=2',
      scope: 'snsapi_base',
      state: 'x y',
    }),
  ).toBe(
    'https://open.example/connect/oauth2/authorize?appid=wx1' +
      '&redirect_uri=https%3A%2F%2Fyunji.example%2Fpages%2Fauth%2FwechatAuth%3Fa%3D1%26b%3D2' +
      '&response_type=code&scope=snsapi_base&state=x%20y#wechat_redirect',
  )
})

const invited = withInvite({ inviteType: '1', inviteCode: 'X1' })

test('starts with the binding unknown', () => {
  expect(initialInvite).toEqual({ inviteType: '', inviteCode: '', bindInfo: '-2' })
})

test('a new invitation sets the binding back', () => {
  expect(invited).toEqual({ inviteType: '1', inviteCode: 'X1', bindInfo: '-2' })
})

test('a binding of "-1" clears the invitation', () => {
  expect(withBindInfo(invited, '-1')).toEqual({ inviteType: '', inviteCode: '', bindInfo: '-1' })
})

test('any other binding keeps it', () => {
  const other = fc.string().filter((bindInfo) => bindInfo !== '-1')
  fc.assert(
    fc.property(other, (bindInfo) => {
      expect(withBindInfo(invited, bindInfo)).toEqual({ ...invited, bindInfo })
    }),
  )
})
