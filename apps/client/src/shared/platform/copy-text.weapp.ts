import Taro from '@tarojs/taro'

/** Puts a text where the user can paste it from. Tells whether it worked. */
export const copyText = (text: string): Promise<boolean> =>
  Taro.setClipboardData({ data: text }).then(
    () => true,
    () => false,
  )
