/** Writes the clipboard; false on insecure pages, or when the user refuses. */
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
