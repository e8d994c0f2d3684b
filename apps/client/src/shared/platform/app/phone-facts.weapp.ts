import Taro from '@tarojs/taro'
import type { PhoneFacts } from '@yunji/contract/accounts/session/login'

export const phoneFacts = (): Omit<PhoneFacts, 'deviceId'> => {
  const { brand, model, system } = Taro.getDeviceInfo()
  const [osName = '', osVersion = ''] = system.split(' ')
  return { brand, deviceModel: model, osName, osVersion, system }
}
