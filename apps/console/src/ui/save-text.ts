import { showToast } from './toast.ts'

export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done)
  } catch {
    showToast('浏览器不允许复制，请手动选择', 'error')
  }
}

/** Saves a text as a file of the operator's computer. */
export const downloadText = (name: string, text: string, type = 'text/plain'): void => {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
