import type { PlayTrial } from '@yunji/contract/configuration/guide/schema'
import type { ClientFacts } from '../../shared/platform/app/client-facts.ts'

export type Platform = 'android' | 'ios' | 'wechat' | 'miniProgram' | 'desktop'

export const platformOf = ({
  clientType,
  isWechatBrowser,
  terminalType,
}: Pick<ClientFacts, 'clientType' | 'isWechatBrowser' | 'terminalType'>): Platform => {
  if (clientType === 'applet') return 'miniProgram'
  if (isWechatBrowser) return 'wechat'
  if (terminalType === 'android' || terminalType === 'pad') return 'android'
  return terminalType === 'IOS' || terminalType === 'ipad' ? 'ios' : 'desktop'
}

interface Store {
  readonly name: string
  readonly url: string
}

/** Stores that have an address; that of the platform alone where it is known. */
export const storesOf = (platform: Platform, { androidUrl, iosUrl }: PlayTrial['download']): Store[] => {
  const android = { name: '下载安卓版', url: androidUrl }
  const ios = { name: '去 App Store 下载', url: iosUrl }
  const fitting = platform === 'android' ? [android] : platform === 'ios' ? [ios] : [android, ios]
  return fitting.filter(({ url }) => url !== '')
}
