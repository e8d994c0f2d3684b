import { readFileSync, writeFileSync } from 'node:fs'

const KILOBYTES_PER_MEGABYTE = 1024
/** Resets the peak of this process. */
const RESET_PEAK = '5'

const read = (name: string): number => {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))
  return Number(line?.[1]) / KILOBYTES_PER_MEGABYTE
}

/** Resident memory of this process: at rest when this is called, and its peak until `end`. */
export const measureMemory = () => {
  writeFileSync('/proc/self/clear_refs', RESET_PEAK)
  const baseMegabytes = read('VmRSS')
  return { end: () => ({ baseMegabytes, peakMegabytes: read('VmHWM') }) }
}
