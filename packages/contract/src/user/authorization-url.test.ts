import { expect, it } from 'vitest'
import { authorizationUrlOf } from './authorization-url.ts'

it('names the parameters in the order that the messaging app asks for, and encodes them', () => {
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
