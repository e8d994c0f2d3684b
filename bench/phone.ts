import { measureFanOut } from './phone/fan-out.ts'
import { measureInBrowser, measureWithoutVui } from './phone/in-browser.ts'
import { measureManyPhones } from './phone/many-phones.ts'
import type { Measurement } from './run.ts'

/** What a phone costs, and how fast it answers a finger. */
export const phoneMeasurements = (): readonly Measurement[] => [
  measureInBrowser,
  measureWithoutVui,
  measureManyPhones,
  measureFanOut,
]
