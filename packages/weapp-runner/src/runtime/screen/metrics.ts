/** Sizes of the simulated phone: a 390 × 844 screen with a notch and a home indicator. */
export const STATUS_BAR_HEIGHT_PX = 47
export const NAVIGATION_BAR_HEIGHT_PX = 44
export const TAB_BAR_HEIGHT_PX = 50
export const HOME_INDICATOR_HEIGHT_PX = 34

const CAPSULE_WIDTH_PX = 87
const CAPSULE_HEIGHT_PX = 32
const CAPSULE_RIGHT_PX = 7
const CAPSULE_TOP_PX = 51

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

export const capsule = (screenWidthPx: number): Rectangle => {
  const right = screenWidthPx - CAPSULE_RIGHT_PX
  return {
    left: right - CAPSULE_WIDTH_PX,
    top: CAPSULE_TOP_PX,
    right,
    bottom: CAPSULE_TOP_PX + CAPSULE_HEIGHT_PX,
    width: CAPSULE_WIDTH_PX,
    height: CAPSULE_HEIGHT_PX,
  }
}

export const safeArea = (screenWidthPx: number, screenHeightPx: number): Rectangle => {
  const bottom = screenHeightPx - HOME_INDICATOR_HEIGHT_PX
  return {
    left: 0,
    top: STATUS_BAR_HEIGHT_PX,
    right: screenWidthPx,
    bottom,
    width: screenWidthPx,
    height: bottom - STATUS_BAR_HEIGHT_PX,
  }
}
