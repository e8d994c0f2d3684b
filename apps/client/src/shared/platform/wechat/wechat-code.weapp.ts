import Taro from '@tarojs/taro'

/** WeChat's login code, which the server exchanges for the user's identity; undefined when WeChat gives none. */
export const wechatLoginCode = async (): Promise<string | undefined> => {
  try {
    const { code } = await Taro.login()
    return code || undefined
  } catch {
    return undefined
  }
}
