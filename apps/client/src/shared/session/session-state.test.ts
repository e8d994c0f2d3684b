import type { UserInfo } from '@yunji/contract/accounts/user/schema'
import { noUnread, unreadCountsOf } from '@yunji/contract/messages/rules'
import { describe, expect, test } from 'vitest'
import {
  clearedLogin,
  clearedNames,
  emptyLogin,
  enteredLogin,
  initialSession,
  withCommonConfig,
  withUserInfo,
} from './session-state.ts'

const login = { token: 'abc', userId: 7, showModifyPassword: 1 } as const
const info: UserInfo = {
  userId: 7,
  personnelId: 31,
  name: '林间晚风',
  avatar: '/avatar.png',
  mobilePhone: '13800138000',
  userType: 1,
  personalCheckStatus: 2,
  companyCheckStatus: 0,
  showModifyPassword: 0,
}
const initial = initialSession({ channel: 'h5', version: '1.0.0', runtime: 'h5' })
/** Fields that no login and no logout touches, each with a value of its own. */
const lasting = {
  channel: 'agent7',
  version: '1.2.3',
  runtime: 'applet',
  inviteType: '2',
  inviteCode: 'X1',
  bindInfo: '-2',
  preGroup: 'spring',
  shareUser: '9',
  commonConfig: { renewalReminderMsg: '到期了' },
  renewMsg: '到期了',
  code: 'c1',
  mobileViewType: 1,
  curTabPath: '/pages/Home/user',
  deviceId: 'd1',
  deviceModel: 'iPhone',
} as const
const full = () => ({
  ...withUserInfo(enteredLogin({ ...initial, ...lasting }, login, { openId: 'o1' }), info),
  unread: unreadCountsOf({ longNotice: 3 }),
})

test('has every field of section 3, empty or at its default', () => {
  expect(initial).toEqual({
    token: '',
    userId: null,
    personnelId: null,
    name: '',
    avatar: '',
    openId: '',
    info: null,
    unread: noUnread,
    userType: null,
    outerUserCheckStatus: null,
    inviteType: '',
    inviteCode: '',
    channel: 'h5',
    mobilePhone: '',
    version: '1.0.0',
    runtime: 'h5',
    bindInfo: '-2',
    renewMsg: '设备已到期，系统保留 2 小时，请及时续费',
    commonConfig: null,
    code: '',
    mobileViewType: 0,
    preGroup: '',
    shareUser: '',
    curTabPath: '/pages/Home/index',
    showModifyPassword: 0,
    deviceId: '',
    deviceModel: '',
  })
})

describe('a login', () => {
  test('stores token, user, first-password flag and the number that was typed', () => {
    expect(enteredLogin(initial, login, { mobilePhone: '13900139000' })).toEqual({
      ...initial,
      ...login,
      mobilePhone: '13900139000',
    })
  })

  test('keeps nothing of the account before, and everything beyond the account', () => {
    expect(enteredLogin(full(), { ...login, userId: 8 })).toEqual({ ...initial, ...lasting, ...login, userId: 8 })
  })

  test('through WeChat keeps the openid', () => {
    expect(enteredLogin(initial, login, { openId: 'o1' }).openId).toBe('o1')
  })
})

describe('user info', () => {
  test('fills the state', () => {
    expect(full()).toMatchObject({
      info,
      personnelId: 31,
      name: '林间晚风',
      avatar: '/avatar.png',
      mobilePhone: '13800138000',
      userType: 1,
      outerUserCheckStatus: { personalCheckStatus: 2, companyCheckStatus: 0 },
      showModifyPassword: 0,
    })
  })

  test('names no person before one is verified', () => {
    const { personnelId, ...unverified } = info
    expect(personnelId).toBe(31)
    expect(withUserInfo(full(), unverified).personnelId).toBeNull()
  })

  test('of another account is ignored', () => {
    const state = enteredLogin(initial, { ...login, userId: 8 })
    expect(withUserInfo(state, info)).toBe(state)
  })
})

test.each([
  ['到期提醒', '到期提醒'],
  ['', '设备已到期，系统保留 2 小时，请及时续费'],
])('a common config with the reminder %j gives the renewal bar its text', (renewalReminderMsg, renewMsg) => {
  expect(withCommonConfig(initial, { renewalReminderMsg })).toEqual({
    ...initial,
    commonConfig: { renewalReminderMsg },
    renewMsg,
  })
})

describe('clearing', () => {
  test('empties exactly the list of section 4', () => {
    expect(clearedLogin(full())).toEqual({ ...full(), ...emptyLogin })
    const emptied = ['token', 'info', 'name', 'userId', 'unread', 'showModifyPassword', 'openId', 'avatar']
    expect(new Set(Object.keys(emptyLogin))).toEqual(new Set([...emptied, 'outerUserCheckStatus', 'userType']))
  })

  test('leaves who was verified and which number logged in last, until the next login', () => {
    const cleared = clearedLogin(full())
    expect(cleared).toMatchObject({ ...lasting, personnelId: 31, mobilePhone: '13800138000' })
    expect(enteredLogin(cleared, login)).toMatchObject({ personnelId: null, mobilePhone: '' })
  })

  test('names what goes from storage and cookies with it, the token last', () => {
    expect(clearedNames).toEqual(['openId', 'userId', 'token'])
  })
})
