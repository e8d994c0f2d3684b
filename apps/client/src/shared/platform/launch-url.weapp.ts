import Taro from '@tarojs/taro'

/** The address that the client was opened with. */
export const launchUrl = (): string => {
  const { path, query = {} } = Taro.getLaunchOptionsSync()
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`)
  return `/${path.replace(/^\//, '')}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
