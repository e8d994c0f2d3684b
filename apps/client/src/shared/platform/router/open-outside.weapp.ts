import { showToast } from '../../feedback/toast.ts'
import { copyText } from '../clipboard.weapp.ts'

/** A mini-program opens no other site: the address goes to the clipboard. */
export const openOutside = (url: string): void => {
  void copyText(url).then((isCopied) =>
    isCopied ? showToast('链接已复制，请在浏览器中打开', 'success') : showToast('复制失败，请重试', 'error'),
  )
}
