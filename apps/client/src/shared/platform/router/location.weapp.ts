import Taro from '@tarojs/taro'

/** Added to every page's parameters by the framework. */
const OWN_PARAMETER = /^(\$|stamp$)/

/** The address of the page on screen, with its query. */
export const currentUrl = (): string => {
  const page = Taro.getCurrentPages().pop()
  if (!page?.route) return '/'
  const options: Record<string, unknown> = page.options ?? {}
  const query = Object.entries(options)
    .filter(([name]) => !OWN_PARAMETER.test(name))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&')
  return `/${page.route.replace(/^\//, '')}${query && `?${query}`}`
}

/** The address that the client was opened with. */
export const launchUrl = (): string => {
  const { path, query = {} } = Taro.getLaunchOptionsSync()
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`)
  return `/${path.replace(/^\//, '')}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/** No-op: a mini-program cannot open an address. */
export const leaveForUrl = (_url: string): void => undefined

/** A mini-program has no address of its own: its server's is the one to give away. */
export const ownOrigin = (): string => API_BASE
