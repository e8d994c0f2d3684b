/** Longer than a click comes after the finger or the key that makes it. */
const CLICK_MS = 100
/** Longest press that still counts as a tap. */
const PRESS_MS = 5000

/** Follows fingers and keys; `whenReleased` resolves when none of them can become a click any more. */
export const watchPresses = () => {
  let isDown = false
  let onRelease: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const press = () => {
    clearTimeout(timer)
    isDown = true
  }
  const release = () => {
    timer = setTimeout(() => {
      isDown = false
      onRelease?.()
    }, CLICK_MS)
  }
  const presses = ['pointerdown', 'keydown']
  const releases = ['pointerup', 'pointercancel', 'keyup']
  for (const name of presses) addEventListener(name, press, true)
  for (const name of releases) addEventListener(name, release, true)
  return {
    whenReleased: (): Promise<void> =>
      new Promise((resolve) => {
        if (!isDown) return resolve()
        onRelease = resolve
        setTimeout(resolve, PRESS_MS)
      }),
    stop: () => {
      for (const name of presses) removeEventListener(name, press, true)
      for (const name of releases) removeEventListener(name, release, true)
    },
  }
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** Remembers the focused element; the returned function focuses its replacement, found by name. */
export const holdFocus = (): (() => void) => {
  const focused = document.activeElement
  const page = focused?.closest('.taro_page')
  if (!focused || !page) return () => undefined
  return () => {
    if (focused.isConnected) return
    const successors = [...page.querySelectorAll<HTMLElement>(focused.tagName)]
    successors.find((element) => nameOf(element) === nameOf(focused))?.focus({ preventScroll: true })
  }
}
