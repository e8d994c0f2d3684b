import Taro from '@tarojs/taro'

/** A code of WeChat, by which our server learns who uses the mini-program; nothing when it gives none. */
export const wechatLoginCode = async (): Promise<string | undefined> => {
  try {
    const { code } = await Taro.login()
    return code || undefined
  } catch {
    return undefined
  }
}
