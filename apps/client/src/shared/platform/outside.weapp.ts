import Taro from '@tarojs/taro'
import { showToast } from '../feedback/toast.ts'
import { copyText } from './clipboard.weapp.ts'

/** Dials a number. Closing the platform's own question is no failure. */
export const callPhone = (phone: string): void => void Taro.makePhoneCall({ phoneNumber: phone }).catch(() => undefined)

/** The mini-program opens no page of another site: its address is copied. */
export const openOutside = (url: string): void =>
  void copyText(url).then((isCopied) =>
    isCopied ? showToast('链接已复制，请在浏览器中打开', 'success') : showToast('复制失败，请重试', 'error'),
  )
