import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'
import { expect, test } from 'vitest'
import { deviceNameOf, placeOf } from './session-names.ts'

const record: SessionRecord = {
  sessionId: 1,
  isCurrent: false,
  terminalType: 'IOS',
  clientType: 'h5',
  deviceName: '',
  address: '198.18.0.*',
  createdAt: 1,
  lastUsedAt: 1,
}

test.each([
  [{ deviceName: 'Xiaomi 15' }, 'Xiaomi 15'],
  [{}, 'iPhone'],
  [{ terminalType: 'Win' }, 'Windows 电脑'],
  [{ terminalType: 'other' }, '未知设备'],
  [{ terminalType: '' }, '未知设备'],
])('%o is called %s', (changed, name) => {
  expect(deviceNameOf({ ...record, ...changed })).toBe(name)
})

test.each([
  [{}, '网页 · 198.18.0.*'],
  [{ clientType: 'applet', address: '' }, '小程序'],
  [{ clientType: '', address: '' }, ''],
])('%o is at %s', (changed, place) => {
  expect(placeOf({ ...record, ...changed })).toBe(place)
})
