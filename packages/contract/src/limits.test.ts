import { expect, it } from 'vitest'
import * as coupon from './commerce/coupon/enums.ts'
import * as order from './commerce/order/rules.ts'
import * as dictionary from './configuration/rules.ts'
import * as device from './devices/device/rules.ts'
import * as display from './display/limits.ts'
import * as message from './messages/rules.ts'
import * as navigation from './pages.ts'
import * as usageLog from './telemetry/usage-session.ts'
import { VERIFICATION_CODE_CHARACTERS } from './validation/credentials.ts'
import { LIST_PAGE_ROWS } from './wire/fields.ts'
import * as wire from './wire/request.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** Section 9 of the specification, row by row, in its order. */
const SECTION_9: readonly (readonly [row: string, actual: number, expected: number])[] = [
  ['request timeout', wire.REQUEST_TIMEOUT_MS, 60 * SECOND],
  ['request timeout in the separate HTTP client', wire.FORM_REQUEST_TIMEOUT_MS, 10 * SECOND],
  ['page-load time-out', navigation.PAGE_LOAD_TIMEOUT_MS, 60 * SECOND],
  ['bundle load', navigation.BUNDLE_LOAD_TIMEOUT_MS, 120 * SECOND],
  ['async page delay', navigation.ASYNC_PAGE_DELAY_MS, 200],
  ['usage log interval', usageLog.USAGE_LOG_INTERVAL_MS, 30 * SECOND],
  ['new log session after hidden', usageLog.NEW_SESSION_AFTER_HIDDEN_MS, 45 * SECOND],
  ['exit log skipped within', usageLog.EXIT_LOG_SKIPPED_WITHIN_MS, 1 * SECOND],
  ['unread count poll', message.UNREAD_POLL_INTERVAL_MS, 60 * SECOND],
  ['verification code', VERIFICATION_CODE_CHARACTERS, 6],
  ['verification code countdown', display.VERIFICATION_CODE_COUNTDOWN_SECONDS, 60],
  ['dictionary cache lifetime', dictionary.DICTIONARY_LIFETIME_MS, 5 * MINUTE],
  ['list page size', LIST_PAGE_ROWS, 10],
  ['pull-to-refresh offset', display.PULL_REFRESH_OFFSET_PX, 80],
  ['pull-to-refresh in-range rate', display.PULL_IN_RANGE_RATE, 1],
  ['pull-to-refresh out-range rate', display.PULL_OUT_RANGE_RATE, 0.2],
  ['pull-to-refresh bottom offset', display.PULL_BOTTOM_OFFSET_PX, 20],
  ['pull-to-refresh minimum angle', display.PULL_MINIMUM_ANGLE_DEGREES, 45],
  ['load-more offset', display.LOAD_MORE_OFFSET_PX, 150],
  ['no-more size', display.NO_MORE_MINIMUM_ROWS, 3],
  ['back-to-top', display.BACK_TO_TOP_OFFSET_PX, 1000],
  ['back-to-top duration', display.BACK_TO_TOP_DURATION_MS, 300],
  ['scroll-down transition', display.SCROLL_DOWN_TRANSITION_MS, 300],
  ['upload maximum', display.UPLOAD_MAXIMUM_FILES, 52],
  ['textarea maximum', display.TEXTAREA_MAXIMUM_CHARACTERS, 140],
  ['rate component', display.RATE_DEFAULT_STARS, 5],
  ['calendar', display.CALENDAR_DEFAULT_MONTHS, 3],
  ['toast', display.TOAST_MS, 2 * SECOND],
]

/** Numbers of the other sections. */
const ELSEWHERE: readonly (readonly [place: string, actual: number, expected: number])[] = [
  ['section 5: number box minimum', display.NUMBER_BOX_DEFAULT_MINIMUM, 1],
  ['section 7: first success status', wire.SUCCESS_STATUS_FROM, 200],
  ['section 7: last success status', wire.SUCCESS_STATUS_BELOW - 1, 299],
  ['section 4: phones in one order', order.ORDER_MAXIMUM_PHONES, 50],
  ['section 4: time to pay', order.ORDER_LIFETIME_MS, 15 * MINUTE],
  ['section 4: zone change free again', device.ZONE_CHANGE_FREE_EVERY_MS, 30 * DAY],
  ['section 4: zone change in beans', device.ZONE_CHANGE_COST_BEANS, 100],
  ['section 4: coupon new arrival', coupon.COUPON_NEW_ARRIVAL_MS, 3 * DAY],
  ['section 4: coupon expiring soon', coupon.COUPON_EXPIRING_SOON_MS, 3 * DAY],
  ['section 4: coupon returned through our fault', coupon.COUPON_RETURN_GRACE_MS, 3 * DAY],
]

it.each([...SECTION_9, ...ELSEWHERE])('%s', (_name, actual, expected) => {
  expect(actual).toBe(expected)
})
