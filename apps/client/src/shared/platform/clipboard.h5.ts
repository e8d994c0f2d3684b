/** Shares a text; copies it where sharing is not available. */
export type ShareText = (text: string) => Promise<'shared' | 'copied' | 'failed'>

/** Label of a button that calls `shareText`. */
export const shareVerb: '发送' | '复制' = '发送'

/** Fallback for insecure pages: copies a selection. */
const copySelected = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}

/** Puts a text where the user can paste it from. Tells whether it worked. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Closing the share sheet is a decision, not a failure. */
const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

export const shareText: ShareText = async (text) => {
  try {
    if (navigator.share) {
      await navigator.share({ text })
      return 'shared'
    }
  } catch (error) {
    if (isGivenUp(error)) return 'shared'
  }
  return (await copyText(text)) ? 'copied' : 'failed'
}
