import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pages, pathOf } from '../../pages.ts'
import { channelOf, startUpAction, withoutCode } from './start-up.ts'

test.each([
  ['agent7', 'h5', 'agent7'],
  ['agent7', 'applet', 'agent7'],
  [undefined, 'h5', 'h5'],
  [undefined, 'applet', 'wx'],
  ['', 'applet', 'wx'],
  ['NaN', 'h5', 'h5'],
  ['NaN', 'applet', 'h5'],
] as const)('stored %s in %s is %s', (stored, clientType, expected) => {
  expect(channelOf(stored, clientType)).toBe(expected)
})

test('is never empty and never NaN', () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), fc.constantFrom('applet', 'h5'), (stored, clientType) => {
      expect(['', 'NaN']).not.toContain(channelOf(stored, clientType))
    }),
  )
})

const skipped = [
  '/pages/auth/wechatAuth',
  '/pages/Space/index',
  '/pages/landing/play-trial/index',
  '/pages/landing/play-trial/download',
]
const others = ['/', ...pages.map(({ route }) => pathOf(route)).filter((path) => !skipped.includes(path))]
const inBrowser = (path: string, code: string | undefined) => startUpAction({ path, code, isWechatBrowser: false })
const inWechat = (path: string, code: string | undefined) => startUpAction({ path, code, isWechatBrowser: true })

describe('a code in the address', () => {
  test.each(skipped)('is left alone on %s', (path) => {
    expect(inBrowser(path, 'agent7')).toEqual({ type: 'none' })
    expect(inWechat(path, 'agent7')).toEqual({ type: 'none' })
  })

  test.each(['/pages/Space/index/', '/pages/space/Index', '/PAGES/auth/wechatauth//'])(
    'is left alone on %s too',
    (path) => {
      expect(inBrowser(path, 'agent7')).toEqual({ type: 'none' })
    },
  )

  test.each(others)('is the channel, or a login in WeChat, on %s', (path) => {
    expect(inBrowser(path, 'agent7')).toEqual({ type: 'setChannel', channel: 'agent7' })
    expect(inWechat(path, 'agent7')).toEqual({ type: 'logIn', code: 'agent7' })
  })

  test.each([undefined, ''])('that is %j does nothing, and starts no authorisation', (code) => {
    expect(inBrowser('/', code)).toEqual({ type: 'none' })
    expect(inWechat('/pages/user/coupon', code)).toEqual({ type: 'none' })
  })

  test('of an old client, NaN, means h5', () => {
    expect(inBrowser('/', 'NaN')).toEqual({ type: 'setChannel', channel: 'h5' })
  })

  test('is ignored when it is longer than anything real', () => {
    expect(inBrowser('/', 'c'.repeat(64)).type).toBe('setChannel')
    expect(inBrowser('/', 'c'.repeat(65)).type).toBe('none')
    expect(inWechat('/', 'c'.repeat(256)).type).toBe('logIn')
    expect(inWechat('/', 'c'.repeat(257)).type).toBe('none')
  })
})

describe('taking the code out', () => {
  test.each([
    ['/', '/'],
    ['/?code=a', '/'],
    ['/pages/Home/index?code=a&state=b', '/pages/Home/index?state=b'],
    ['/?a=1&code=x%20y&b=2', '/?a=1&b=2'],
    ['/?code', '/'],
    ['/?code=a&code=b', '/'],
    ['/?linkCode=a&codes=b&inviteCode=c', '/?linkCode=a&codes=b&inviteCode=c'],
    ['/?a=1?code=2', '/?a=1?code=2'],
    ['/?code=a#top', '/#top'],
    ['/#?code=a', '/#?code=a'],
  ])('%s becomes %s', (url, expected) => expect(withoutCode(url)).toBe(expected))

  test('leaves every other parameter as it was', () => {
    const parameters = fc.array(fc.stringMatching(/^[a-bd-z]{1,4}=[a-z%0-9]{0,6}$/))
    fc.assert(
      fc.property(parameters, fc.nat(), (list, place) => {
        const withCode = list.toSpliced(place % (list.length + 1), 0, 'code=x')
        expect(withoutCode(`/p?${withCode.join('&')}`)).toBe(list.length > 0 ? `/p?${list.join('&')}` : '/p')
      }),
    )
  })
})
