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
