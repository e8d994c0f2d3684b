import { describe, expect, test } from 'vitest'
import type { UserInfo } from '../user/schema.ts'
import { clearedLogin, clearedNames, emptyLogin, enteredLogin, withUserInfo } from './login-state.ts'
import { noUnread, unreadCountsOf } from './unread-counts.ts'

const login = { token: 'abc', userId: 7, showModifyPassword: 1 } as const
const info: UserInfo = {
  userId: 7,
  name: '林间晚风',
  avatar: '/avatar.png',
  mobilePhone: '13800138000',
  userType: 1,
  personalCheckStatus: 2,
  companyCheckStatus: 0,
  showModifyPassword: 0,
}
const full = () => ({
  ...withUserInfo(enteredLogin(emptyLogin, login), info),
  openId: 'o1',
  channel: 'agent7',
  inviteCode: 'X1',
})

test('a login stores token, user and first-password flag', () => {
  expect(enteredLogin(emptyLogin, login)).toEqual({ ...emptyLogin, token: 'abc', userId: 7, showModifyPassword: 1 })
})

test('nothing of the account before stays, and nothing beyond the account goes', () => {
  expect(enteredLogin(full(), { ...login, userId: 8 })).toEqual({
    ...emptyLogin,
    ...login,
    userId: 8,
    channel: 'agent7',
    inviteCode: 'X1',
  })
})

test('a login through the messaging app keeps the openid', () => {
  expect(enteredLogin(emptyLogin, login, 'o1').openId).toBe('o1')
})

describe('user info', () => {
  test('fills the state', () => {
    expect(full()).toMatchObject({
      info,
      name: '林间晚风',
      avatar: '/avatar.png',
      userType: 1,
      outerUserCheckStatus: { personalCheckStatus: 2, companyCheckStatus: 0 },
      showModifyPassword: 0,
    })
  })

  test('of another account is ignored', () => {
    const state = enteredLogin(emptyLogin, { ...login, userId: 8 })
    expect(withUserInfo(state, info)).toBe(state)
  })
})

describe('clearing', () => {
  test('empties exactly the list of section 4', () => {
    const cleared = clearedLogin({ ...full(), unread: unreadCountsOf({ longNotice: 3 }) })
    expect(cleared).toEqual({
      token: '',
      userId: null,
      info: null,
      name: '',
      avatar: '',
      openId: '',
      unread: noUnread,
      userType: null,
      outerUserCheckStatus: null,
      showModifyPassword: 0,
      channel: 'agent7',
      inviteCode: 'X1',
    })
  })

  test('names what goes from storage and cookies with it, the token last', () => {
    expect(clearedNames).toEqual(['openId', 'userId', 'token'])
  })
})
