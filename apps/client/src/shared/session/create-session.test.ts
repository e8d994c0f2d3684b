import type { UserInfo } from '@yunji/contract/accounts/user/schema'
import { HomeViewType } from '@yunji/contract/devices/device/enums'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, type Session } from './create-session.ts'
import { initialSession } from './session-state.ts'

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
    client: { clientType, appVersion: '1.2.3' },
  })

const initial = initialSession({ channel: 'h5', version: '1.2.3', runtime: 'h5' })

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
    expect(session.store.getState()).toEqual({ ...initial, token: 'abc', userId: 7 })
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
    expect(session.store.getState()).toEqual(initial)
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
    expect(session.store.getState()).toEqual({ ...initial, token: 'abc', userId: 7, showModifyPassword: 1 })
    expect(stored.get('token')).toBe('abc')
    expect(stored.get('userId')).toBe(7)
    expect(jar.get('token')).toBe('abc')
    expect(jar.get('userId')).toBe('7')
  })

  test('an openid is kept with it, and goes with the next one', () => {
    const session = newSession()
    session.enter(login(7, 'abc'), { openId: 'o1' })
    expect(session.store.getState().openId).toBe('o1')
    const again = newSession()
    again.restore()
    expect(again.store.getState().openId).toBe('o1')
    again.enter(login(8, 'def'))
    expect(again.store.getState().openId).toBe('')
    expect(stored.get('openId')).toBe('')
  })

  test('the token is written last, so that another tab that sees it sees its user too', () => {
    newSession().enter(login(7, 'abc'))
    expect([...stored.keys()].at(-1)).toBe('token')
  })

  test('the account is saved once per user', () => {
    const session = newSession()
    session.enter(login(7, 'old'))
    session.enter(login(8, 'other'))
    session.enter(login(7, 'new'))
    expect(session.saved.getState().map(({ token }) => token)).toEqual(['new', 'other'])
  })

  test('nothing of the account before stays', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    session.setInfo(info)
    session.enter(login(8, 'def'))
    expect(session.store.getState()).toEqual({ ...initial, token: 'def', userId: 8, showModifyPassword: 1 })
  })

  test('a damaged list of saved accounts is no obstacle', () => {
    stored.set('savedAccounts', 'broken')
    const session = newSession()
    session.enter(login(7, 'abc'))
    expect(session.saved.getState()).toHaveLength(1)
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

  test('tells the saved accounts what to show', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    session.setInfo(info)
    const { name, avatar, mobilePhone, showModifyPassword } = info
    expect(session.saved.getState()).toEqual([{ ...login(7, 'abc'), name, avatar, mobilePhone, showModifyPassword }])
    expect(stored.get('savedAccounts')).toEqual(session.saved.getState())
  })
})

test('clearing leaves the dead token nowhere, and keeps channel, invite and the list of saved accounts', () => {
  stored.set('channel', 'agent7').set('inviteCode', 'X1')
  const session = newSession()
  session.restore()
  session.enter(login(7, 'abc'))
  session.setInfo(info)
  session.clear()
  const { name, avatar, mobilePhone, showModifyPassword } = info
  expect(session.store.getState()).toEqual({ ...initial, channel: 'agent7', mobilePhone })
  const savedAccounts = [{ ...login(7, ''), name, avatar, mobilePhone, showModifyPassword }]
  expect(Object.fromEntries(stored)).toEqual({ channel: 'agent7', inviteCode: 'X1', savedAccounts })
  expect(Object.fromEntries(jar)).toEqual({ channel: 'agent7', runtime: 'h5' })
})

test('clearing leaves the other saved accounts their tokens', () => {
  const session = newSession()
  session.enter(login(8, 'other'))
  session.enter(login(7, 'abc'))
  session.clear()
  expect(session.saved.getState()).toEqual([login(7, ''), login(8, 'other')])
})

describe('beyond the login', () => {
  test.each(['h5', 'applet'] as const)('version and runtime are those of the client, on %s', (clientType) => {
    expect(newSession(clientType).store.getState()).toMatchObject({ version: '1.2.3', runtime: clientType })
  })

  test('the number is the typed one until the server tells it, and stays after a logout', () => {
    const session = newSession()
    session.enter(login(7, 'abc'), { mobilePhone: '13900139000' })
    expect(session.store.getState().mobilePhone).toBe('13900139000')
    session.setInfo(info)
    session.clear()
    expect(session.store.getState().mobilePhone).toBe('13800138000')
    session.enter(login(8, 'def'))
    expect(session.store.getState().mobilePhone).toBe('')
  })

  test('the common config gives the renewal bar its text, and a logout leaves it', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    session.setCommonConfig({ renewalReminderMsg: '请尽快续费' })
    session.clear()
    expect(session.store.getState()).toMatchObject({
      commonConfig: { renewalReminderMsg: '请尽快续费' },
      renewMsg: '请尽快续费',
    })
  })

  test('the view of the home page is stored, whoever logs out', () => {
    const session = newSession()
    session.setViewType(HomeViewType.multi)
    session.clear()
    expect(session.store.getState().mobileViewType).toBe(HomeViewType.multi)
    expect(newSession().store.getState().mobileViewType).toBe(HomeViewType.multi)
    stored.set('mobileViewType', 'broken')
    expect(newSession().store.getState().mobileViewType).toBe(HomeViewType.single)
  })
})

test('a channel from a link is kept, and told to the provider’s other pages', () => {
  const session = newSession()
  session.setChannel('agent7')
  expect(session.store.getState().channel).toBe('agent7')
  expect(stored.get('channel')).toBe('agent7')
  expect(jar.get('channel')).toBe('agent7')
})

test.each([
  ['h5', undefined, 'h5'],
  ['applet', undefined, 'wx'],
  ['h5', 'NaN', 'h5'],
  ['applet', 'NaN', 'h5'],
  ['applet', 'agent7', 'agent7'],
] as const)('on %s with %s stored the channel is %s', (clientType, channel, expected) => {
  stored.set('channel', channel)
  expect(newSession(clientType).store.getState().channel).toBe(expected)
})

describe('two tabs', () => {
  const inAnotherTab = (userId: number, token: string) => newSession().enter(login(userId, token))

  test('a tab sees that another one has changed the account', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    expect(session.isInStep()).toBe(true)
    inAnotherTab(8, 'def')
    expect(session.isInStep()).toBe(false)
    expect(session.store.getState()).toMatchObject({ token: 'abc', userId: 7 })
  })

  test('a dead token of this tab takes nothing from the account of the other', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    inAnotherTab(8, 'def')
    session.clear()
    expect(session.store.getState()).toEqual(initial)
    expect(stored.get('token')).toBe('def')
    expect(jar.get('token')).toBe('def')
    expect(stored.get('savedAccounts')).toEqual([login(8, 'def'), login(7, '')])
  })

  test('accounts that another tab has saved stay in the list', () => {
    const session = newSession()
    session.enter(login(7, 'abc'))
    inAnotherTab(8, 'def')
    expect(session.saved.getState()).toHaveLength(1)
    session.rereadSaved()
    expect(session.saved.getState()).toHaveLength(2)
    session.forget(7)
    expect(stored.get('savedAccounts')).toEqual([login(8, 'def')])
  })
})

test('a saved account with a dead token loses it, and the one in use keeps its own', () => {
  const session = newSession()
  session.enter(login(8, 'other'))
  session.enter(login(7, 'abc'))
  session.expire(8)
  expect(session.saved.getState()).toEqual([login(7, 'abc'), login(8, '')])
  expect(session.store.getState().token).toBe('abc')
})
