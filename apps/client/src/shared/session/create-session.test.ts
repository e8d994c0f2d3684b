import { emptyLogin } from '@yunji/contract/session/login-state'
import type { UserInfo } from '@yunji/contract/user/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, type Session } from './create-session.ts'

const stored = new Map<string, unknown>()
const jar = new Map<string, string>()

const newSession = (clientType: 'h5' | 'applet' = 'h5'): Session =>
  createSession({
    storage: {
      read: (key) => stored.get(key),
      write: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    cookies: { write: (name, value) => void jar.set(name, value), remove: (name) => void jar.delete(name) },
    clientType,
  })

const login = (userId: number, token: string) => ({ userId, token, showModifyPassword: 1 }) as const

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

beforeEach(() => {
  stored.clear()
  jar.clear()
})

describe('start', () => {
  test('the stored token is copied into the session', () => {
    stored.set('token', 'abc').set('userId', 7)
    const session = newSession()
    session.restore()
    expect(session.store.getState()).toEqual({ ...emptyLogin, token: 'abc', userId: 7 })
  })

  test.each([
    ['nothing', undefined, undefined],
    ['a token without its user', 'abc', undefined],
    ['a user without a token', '', 7],
    ['something else', { token: 1 }, '7'],
  ])('%s stored means logged out', (_name, token, userId) => {
    stored.set('token', token).set('userId', userId)
    const session = newSession()
    session.restore()
    expect(session.store.getState()).toEqual(emptyLogin)
  })

  test('cookies name the channel and the runtime', () => {
    stored.set('channel', 'agent7')
    newSession('applet').restore()
    expect(jar.get('channel')).toBe('agent7')
    expect(jar.get('runtime')).toBe('applet')
  })
})

describe('login', () => {
  test('token, user and first-password flag are kept in memory, storage and cookies', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    expect(session.store.getState()).toEqual({ ...emptyLogin, token: 'abc', userId: 7, showModifyPassword: 1 })
    expect(stored.get('token')).toBe('abc')
    expect(stored.get('userId')).toBe(7)
    expect(jar.get('token')).toBe('abc')
    expect(jar.get('userId')).toBe('7')
  })

  test('the account is saved once per user', () => {
    const session = newSession()
    session.enter(login(7, 'old'))
    session.enter(login(8, 'other'))
    session.enter(login(7, 'new'))
    expect(session.savedAccounts().map(({ token }) => token)).toEqual(['new', 'other'])
  })

  test('nothing of the account before stays', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    session.setInfo(info)
    session.enter(login(8, 'def'))
    expect(session.store.getState()).toEqual({ ...emptyLogin, token: 'def', userId: 8, showModifyPassword: 1 })
  })

  test('a damaged list of saved accounts is no obstacle', () => {
    stored.set('savedAccounts', 'broken')
    const session = newSession()
    session.enter(login(7, 'abc'))
    expect(session.savedAccounts()).toHaveLength(1)
  })
})

describe('user info', () => {
  test('fills the session', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    session.setInfo(info)
    expect(session.store.getState()).toMatchObject({
      info,
      name: '林间晚风',
      avatar: '/avatar.png',
      userType: 1,
      outerUserCheckStatus: { personalCheckStatus: 2, companyCheckStatus: 0 },
      showModifyPassword: 0,
    })
  })

  test('of another account is ignored', () => {
    const session = newSession()
    session.enter(login(8, 'abc'))
    session.setInfo(info)
    expect(session.store.getState().info).toBeNull()
  })
})

test('clearing leaves the dead token nowhere, and keeps channel, invite and the list of saved accounts', () => {
  stored.set('channel', 'agent7').set('inviteCode', 'X1')
  const session = newSession()
  session.restore()
  session.enter(login(7, 'abc'))
  session.setInfo(info)
  session.clear()
  expect(session.store.getState()).toEqual(emptyLogin)
  expect(Object.fromEntries(stored)).toEqual({ channel: 'agent7', inviteCode: 'X1', savedAccounts: [login(7, '')] })
  expect(Object.fromEntries(jar)).toEqual({ channel: 'agent7', runtime: 'h5' })
})

test('clearing leaves the other saved accounts their tokens', () => {
  const session = newSession()
  session.enter(login(8, 'other'))
  session.enter(login(7, 'abc'))
  session.clear()
  expect(session.savedAccounts()).toEqual([login(7, ''), login(8, 'other')])
})
