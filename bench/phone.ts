import { measureFanOut } from './phone/fan-out.ts'
import { measureInBrowser, measureWithoutVui } from './phone/in-browser.ts'
import { measureCrowd } from './phone/many-phones.ts'
import type { Part } from './run.ts'

/** What a phone costs, and how fast it answers a finger. */
export const phoneParts = (): readonly Part[] => [measureInBrowser, measureWithoutVui, measureCrowd, measureFanOut]
