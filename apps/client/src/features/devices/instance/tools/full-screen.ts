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
