import Taro from '@tarojs/taro'
import type { PhoneFacts } from '@yunji/contract/session/login-extras'

export const phoneFacts = (): PhoneFacts => {
  const { brand, model, system } = Taro.getDeviceInfo()
  const [osName = '', osVersion = ''] = system.split(' ')
  return { deviceId: '', brand, deviceModel: model, osName, osVersion, system }
}
