import type { SessionRecord } from '@yunji/contract/accounts/user/schema'

const terminals: Readonly<Record<string, string>> = {
  IOS: 'iPhone',
  ipad: 'iPad',
  pad: 'Android 平板',
  android: 'Android 手机',
  mac: 'Mac',
  Win: 'Windows 电脑',
}

const clients: Readonly<Record<string, string>> = { applet: '小程序', h5: '网页' }

/** What the device is called, as exactly as its login has told. */
export const deviceNameOf = ({ deviceName, terminalType }: SessionRecord): string =>
  deviceName || terminals[terminalType] || '其他设备'

/** Where in it the account is open, and from which network. */
export const placeOf = ({ clientType, address }: SessionRecord): string =>
  [clients[clientType], address].filter(Boolean).join(' · ')
