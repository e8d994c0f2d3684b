import Taro from '@tarojs/taro'
import type { ShareText } from './clipboard.h5.ts'

/** Puts a text where the user can paste it from. Tells whether it worked. */
export const copyText = (text: string): Promise<boolean> =>
  Taro.setClipboardData({ data: text }).then(
    () => true,
    () => false,
  )

/** Label of a button that calls `shareText`. */
export const shareVerb: '发送' | '复制' = '复制'

/** A mini-program hands on its own pages only. */
export const shareText: ShareText = async (text) => ((await copyText(text)) ? 'copied' : 'failed')
