import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import type { CallApi } from '../api/create-client.ts'
import type { DeviceToken } from '../session/device-token.ts'
import { createCodeRequest } from './request-code.ts'

const PHONE = '13800138000'

let asked: { path: string; input: unknown }[] = []
let answer: () => unknown

let kept: string | undefined
const device: DeviceToken = {
  sent: () => (kept ? { deviceToken: kept } : {}),
  save: (token) => {
    kept = token ?? kept
  },
}

const askForCode = createCodeRequest(
  (async (call: { path: string }, input: unknown) => {
    asked.push({ path: call.path, input })
    return answer()
  }) as CallApi,
  device,
)

const refuse = (error: Error) => {
  answer = () => {
    throw error
  }
}

beforeEach(() => {
  asked = []
  kept = undefined
  answer = () => ({ code: 200, msg: '', data: { resendAfterSeconds: 60 } })
})

test.each([
  [SmsPurpose.login, 'sendCode'],
  [SmsPurpose.bindPhone, 'sendCode'],
  [SmsPurpose.resetPassword, 'sendCode'],
  [SmsPurpose.checkOldPhone, 'sendAccountCode'],
  [SmsPurpose.changePhone, 'sendAccountCode'],
  [SmsPurpose.deleteAccount, 'sendAccountCode'],
])('a code for %s is asked of %s', async (type, name) => {
  await askForCode(type, PHONE)
  expect(asked).toEqual([{ path: `/vmcloud/api/sms/${name}`, input: { type, mobilePhone: PHONE } }])
})

test('keeps the token of its device, and sends it with the next code that a stranger could ask for', async () => {
  answer = () => ({ code: 200, msg: '', data: { resendAfterSeconds: 60, deviceToken: 'mine' } })
  for (const type of [SmsPurpose.login, SmsPurpose.login, SmsPurpose.deleteAccount]) await askForCode(type, PHONE)
  const field = { deviceToken: 'mine' }
  const sent = { mobilePhone: PHONE, type: SmsPurpose.login }
  const own = { mobilePhone: PHONE, type: SmsPurpose.deleteAccount }
  expect(asked.map(({ input }) => input)).toEqual([sent, { ...sent, ...field }, own])
})

test('the wait is what the server says', async () => {
  answer = () => ({ code: 200, msg: '', data: { resendAfterSeconds: 47 } })
  expect(await askForCode(SmsPurpose.login, PHONE)).toEqual({ waitSeconds: 47 })
})

test('without a number it goes to the account’s own', async () => {
  expect(await askForCode(SmsPurpose.checkOldPhone, undefined)).toEqual({ waitSeconds: 60 })
  expect(asked).toHaveLength(1)
})

test.each([
  ['', '请先输入手机号'],
  ['1380013800', '手机号格式不正确'],
])('nobody is asked for a code to “%s”', async (mobilePhone, refusal) => {
  expect(await askForCode(SmsPurpose.login, mobilePhone)).toEqual({ refusal })
  expect(asked).toEqual([])
})

test.each([
  [1011, '短信发送失败，请稍后再试'],
  [1012, '短信类型不正确'],
  [1020, '今日短信次数已用完'],
] as const)('%i is told as the server says, and starts no wait', async (code, message) => {
  refuse(new ApiError(message, { code, data: null }))
  expect(await askForCode(SmsPurpose.login, PHONE)).toEqual({ refusal: message })
})

test('1013 is told, and the wait that is under way is shown', async () => {
  refuse(new ApiError('验证码已发送，请稍后再获取', { code: 1013, data: { resendAfterSeconds: 23 } }))
  expect(await askForCode(SmsPurpose.login, PHONE)).toEqual({
    waitSeconds: 23,
    refusal: '验证码已发送，请稍后再获取',
  })
})

test('what the request layer has told is not told again', async () => {
  refuse(new ApiError('登录已失效，请重新登录', { code: 2017, isShown: true }))
  expect(await askForCode(SmsPurpose.checkOldPhone, undefined)).toEqual({})
})

test('an error of our own shows nothing of its inside', async () => {
  refuse(new Error('undefined is not a function'))
  expect(await askForCode(SmsPurpose.login, PHONE)).toEqual({ refusal: '出了点问题，请稍后再试' })
})
