/** The browser gives its clipboard only to a secure page, and may ask the user. Tells whether it worked. */
export const writeClipboard = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export const readClipboard = async (): Promise<string | undefined> => {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return undefined
  }
}
