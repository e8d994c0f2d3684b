import { expect, test } from 'vitest'
import { login } from '../user/login-calls.ts'
import { loginExtrasOf } from './login-extras.ts'

const origin = { preGroup: 'g1', shareUser: 'u9' }
const phone = {
  deviceId: 'ABC-1',
  deviceModel: 'iPhone16,1',
  brand: 'Apple',
  osName: 'ios',
  system: 'iOS 18.1',
  osVersion: '18.1',
}

test('on ios everything is told', () => expect(loginExtrasOf('ios', origin, phone)).toEqual({ ...origin, ...phone }))

test('on wx the device id and the model stay empty', () => {
  expect(loginExtrasOf('wx', origin, phone)).toEqual({ ...origin, ...phone, deviceId: '', deviceModel: '' })
})

test.each(['h5', 'agent7', 'IOS', ''])('on %j only the origin is told', (channel) => {
  expect(loginExtrasOf(channel, origin, phone)).toEqual(origin)
})

test('a wordy phone is cut short, so that the call takes it', () => {
  const wordy = { ...phone, system: 'x'.repeat(65), brand: 'y'.repeat(64) }
  const extras = loginExtrasOf('ios', { ...origin, shareUser: 'z'.repeat(100) }, wordy)
  expect([extras.system?.length, extras.brand?.length, extras.shareUser.length]).toEqual([64, 64, 64])
  expect(login.input.safeParse({ mobilePhone: '13800138000', password: 'abc123', ...extras }).success).toBe(true)
})
