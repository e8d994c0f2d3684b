import type { PhoneFacts } from '@yunji/contract/accounts/session/login'

const IOS = /(iPhone|iPad|iPod).*? OS (\d+(?:_\d+)*)/
const ANDROID = /Android (\d+(?:\.\d+)*)(?:; ([^;)]+?)(?: Build\/[^;)]*)?)?[;)]/

/** Facts available to a browser. */
export const readPhoneFacts = (userAgent: string): Omit<PhoneFacts, 'deviceId'> => {
  const [, iosModel, iosVersion] = IOS.exec(userAgent) ?? []
  const [, androidVersion, androidModel] = ANDROID.exec(userAgent) ?? []
  const osName = (iosVersion && 'iOS') || (androidVersion && 'Android') || ''
  const osVersion = iosVersion?.replace(/_/g, '.') ?? androidVersion ?? ''
  return {
    brand: iosModel ? 'Apple' : '',
    deviceModel: iosModel ?? androidModel ?? '',
    osName,
    osVersion,
    system: `${osName} ${osVersion}`.trim(),
  }
}

export const phoneFacts = () => readPhoneFacts(navigator.userAgent)
