import { readFileSync } from 'node:fs'

/** Unit of the counters in /proc/stat. */
const TICKS_PER_SECOND = 100

/** Processor seconds of the whole machine since it was started: user, nice and system. Chromium's are in it. */
export function machineSeconds() {
  try {
    const [user, nice, system] = readFileSync('/proc/stat', 'utf8').split(/\s+/).slice(1).map(Number)
    return (user + nice + system) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

const VARIABLE = 'YUNJI_TEST_STAGES'
const began = { at: performance.timeOrigin, machineSeconds: machineSeconds() }

/** Tells the task that follows when the set-up began and how long its builds took. */
export function tellStages(buildSeconds) {
  process.env[VARIABLE] = JSON.stringify({ ...began, buildSeconds })
}

/** Beginning of `npm test` or of this process, when it was started without a set-up. */
export function readStages() {
  const told = process.env[VARIABLE]
  return told ? JSON.parse(told) : { ...began, buildSeconds: 0 }
}
