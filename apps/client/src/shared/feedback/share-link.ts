import { shareText } from '../platform/clipboard'
import { showToast } from './toast.ts'

/** Opens the share sheet of the platform; copies the link where there is none, and says so. */
export const shareLink = async (link: string, copied = '链接已复制'): Promise<void> => {
  const outcome = await shareText(link)
  if (outcome === 'copied') showToast(copied, 'success')
  if (outcome === 'failed') showToast('复制失败，请长按选择文字', 'error')
}
