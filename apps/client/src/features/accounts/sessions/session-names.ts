import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'

const terminals: Readonly<Record<string, string>> = {
  IOS: 'iPhone',
  ipad: 'iPad',
  pad: 'Android 平板',
  android: 'Android 手机',
  mac: 'Mac',
  Win: 'Windows 电脑',
}

const clients: Readonly<Record<string, string>> = { applet: '小程序', h5: '网页' }

/** Name of the device as reported by its login. */
export const deviceNameOf = ({ deviceName, terminalType }: SessionRecord): string =>
  deviceName || terminals[terminalType] || '未知设备'

/** Client and address of the session. */
export const placeOf = ({ clientType, address }: SessionRecord): string =>
  [clients[clientType], address].filter(Boolean).join(' · ')
