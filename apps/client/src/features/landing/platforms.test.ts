import { expect, it } from 'vitest'
import { platformOf, storesOf } from './platforms.ts'

const download = { androidUrl: 'https://example.com/a.apk', iosUrl: 'https://example.com/ios' }

it.each([
  ['miniProgram', { clientType: 'applet', isWechatBrowser: false, terminalType: 'IOS' }],
  ['wechat', { clientType: 'h5', isWechatBrowser: true, terminalType: 'android' }],
  ['android', { clientType: 'h5', isWechatBrowser: false, terminalType: 'android' }],
  ['ios', { clientType: 'h5', isWechatBrowser: false, terminalType: 'ipad' }],
  ['desktop', { clientType: 'h5', isWechatBrowser: false, terminalType: 'Win' }],
] as const)('%s', (platform, facts) => {
  expect(platformOf(facts)).toBe(platform)
})

it('offers what fits the platform and has an address', () => {
  expect(storesOf('android', download).map(({ url }) => url)).toEqual([download.androidUrl])
  expect(storesOf('ios', download).map(({ url }) => url)).toEqual([download.iosUrl])
  expect(storesOf('desktop', download)).toHaveLength(2)
  expect(storesOf('wechat', { ...download, iosUrl: '' })).toHaveLength(1)
  expect(storesOf('ios', { ...download, iosUrl: '' })).toEqual([])
})
