/** A pull of this many pixels, or more, refreshes when it is let go. */
export const PULL_REFRESH_OFFSET_PX = 80

/** Part of the pull that the list follows: up to the offset, and beyond it. */
export const PULL_IN_RANGE_RATE = 1
export const PULL_OUT_RANGE_RATE = 0.2

/** Flatter pulls count as horizontal swipes. */
export const PULL_MINIMUM_ANGLE_DEGREES = 45

export const PULL_BOTTOM_OFFSET_PX = 20

/** Distance from the end at which the next page is loaded. */
export const LOAD_MORE_OFFSET_PX = 150

/** Shorter lists show no end-of-list text. */
export const NO_MORE_MINIMUM_ROWS = 3

/** Scroll distance from which the back-to-top button shows. */
export const BACK_TO_TOP_OFFSET_PX = 1000

export const BACK_TO_TOP_DURATION_MS = 300
export const SCROLL_DOWN_TRANSITION_MS = 300

export const VERIFICATION_CODE_COUNTDOWN_SECONDS = 60

export const UPLOAD_MAXIMUM_FILES = 52
export const TEXTAREA_MAXIMUM_CHARACTERS = 140
export const NUMBER_BOX_DEFAULT_MINIMUM = 1
export const RATE_DEFAULT_STARS = 5
export const CALENDAR_DEFAULT_MONTHS = 3

/** Default duration of a toast. */
export const TOAST_MS = 2_000
