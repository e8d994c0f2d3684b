import type { PhoneScreen, ScreenView } from '../screen/door.ts'

/** A picture of one colour, for a phone that nobody draws. */
export function createStandInScreen(width: number, height: number): PhoneScreen {
  let isOn = true
  const nothing = () => {}
  return {
    size: { width, height },
    get isOn() {
      return isOn
    },
    foregroundPackage: 'com.android.launcher3',
    runningPackages: [],
    touch: nothing,
    scroll: nothing,
    key: nothing,
    text: nothing,
    paste: nothing,
    openApp: () => true,
    openUrl: nothing,
    stopApp: nothing,
    home: nothing,
    back: nothing,
    recents: nothing,
    expandNotifications: nothing,
    collapsePanels: nothing,
    rotate: nothing,
    setPower(value) {
      isOn = value
    },
    screenshot: () => ({ width, height, data: new Uint8Array(width * height * 4).fill(0xff) }),
    look: (): ScreenView => ({
      size: { width, height },
      paint: () => null,
      readRows: ([from, to]) => new Uint8Array((to - from) * width * 4),
      close: nothing,
    }),
    close: nothing,
  }
}
