import { terminalTypeOf } from '@yunji/contract/wire/request'
import type { ClientFacts } from './client-facts.ts'

const { userAgent, maxTouchPoints } = navigator
const isTablet = /android/i.test(userAgent) ? !/mobile/i.test(userAgent) : maxTouchPoints > 1

const isWechatBrowser = /MicroMessenger/i.test(userAgent)

export const client: ClientFacts = {
  clientType: 'h5',
  apiBase: API_BASE,
  appVersion: APP_VERSION,
  terminalType: terminalTypeOf({ description: userAgent, isTablet }),
  isWechatBrowser,
  // WeChat draws a title bar of its own around every page.
  hasOuterTitleBar: isWechatBrowser,
}
