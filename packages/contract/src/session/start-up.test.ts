import { describe, expect, test } from 'vitest'
import { pages, pathOf } from '../navigation/pages.ts'
import { startUpAction } from './start-up.ts'

const skipped = [
  '/pages/auth/wechatAuth',
  '/pages/Space/index',
  '/pages/landing/play-trial/index',
  '/pages/landing/play-trial/download',
]
const others = ['/', ...pages.map(({ route }) => pathOf(route)).filter((path) => !skipped.includes(path))]
const inBrowser = (path: string, code: string | undefined) => startUpAction({ path, code, isMessagingBrowser: false })
const inMessagingApp = (path: string, code: string | undefined) =>
  startUpAction({ path, code, isMessagingBrowser: true })

describe('a code in the address', () => {
  test.each(skipped)('is left alone on %s', (path) => {
    expect(inBrowser(path, 'agent7')).toEqual({ type: 'none' })
    expect(inMessagingApp(path, 'agent7')).toEqual({ type: 'none' })
  })

  test.each(['/pages/Space/index/', '/pages/space/Index', '/PAGES/auth/wechatauth//'])(
    'is left alone on %s too',
    (path) => {
      expect(inBrowser(path, 'agent7')).toEqual({ type: 'none' })
    },
  )

  test.each(others)('is the channel, or a login in the messaging app, on %s', (path) => {
    expect(inBrowser(path, 'agent7')).toEqual({ type: 'setChannel', channel: 'agent7' })
    expect(inMessagingApp(path, 'agent7')).toEqual({ type: 'logIn', code: 'agent7' })
  })

  test.each([undefined, ''])('that is %j does nothing, and starts no authorisation', (code) => {
    expect(inBrowser('/', code)).toEqual({ type: 'none' })
    expect(inMessagingApp('/pages/user/coupon', code)).toEqual({ type: 'none' })
  })

  test('of an old client, NaN, means h5', () => {
    expect(inBrowser('/', 'NaN')).toEqual({ type: 'setChannel', channel: 'h5' })
  })

  test('is ignored when it is longer than anything real', () => {
    expect(inBrowser('/', 'c'.repeat(64)).type).toBe('setChannel')
    expect(inBrowser('/', 'c'.repeat(65)).type).toBe('none')
    expect(inMessagingApp('/', 'c'.repeat(256)).type).toBe('logIn')
    expect(inMessagingApp('/', 'c'.repeat(257)).type).toBe('none')
  })
})
