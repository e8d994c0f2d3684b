import Taro from '@tarojs/taro'
import { terminalTypeOf } from '@yunji/contract/wire/request'
import type { ClientFacts } from './client-facts.ts'

const { platform, model } = Taro.getDeviceInfo()

export const client: ClientFacts = {
  clientType: 'applet',
  apiBase: API_BASE,
  appVersion: APP_VERSION,
  terminalType: terminalTypeOf({ description: `${platform} ${model}`, isTablet: /pad|tablet/i.test(model) }),
  isWechatBrowser: false,
  hasOuterTitleBar: false,
}
