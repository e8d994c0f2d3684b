import { terminalTypeOf } from '@yunji/contract/wire/request'
import type { ClientFacts } from './client-facts.ts'

const { userAgent, maxTouchPoints } = navigator
const isTablet = /android/i.test(userAgent) ? !/mobile/i.test(userAgent) : maxTouchPoints > 1

const isMessagingBrowser = /MicroMessenger/i.test(userAgent)

export const client: ClientFacts = {
  clientType: 'h5',
  apiBase: API_BASE,
  appVersion: APP_VERSION,
  terminalType: terminalTypeOf({ description: userAgent, isTablet }),
  isMessagingBrowser,
  // The messaging app draws a title bar of its own around every page.
  hasOuterTitleBar: isMessagingBrowser,
}
