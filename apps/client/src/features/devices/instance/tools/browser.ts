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

/** A mouse and a keyboard are in use, not fingers on a screen. */
export const hasKeyboard: boolean = window.matchMedia('(pointer: fine)').matches

/** Phones of one maker keep the full screen to themselves. */
export const canFillScreen: boolean = document.fullscreenEnabled === true

export const toggleFullScreen = async (): Promise<void> => {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    // The browser may refuse; the picture stays as large as it was.
  }
}
