import { showToast } from './toast.ts'

export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast('浏览器不允许复制，请手动选择', 'error')
  }
}
