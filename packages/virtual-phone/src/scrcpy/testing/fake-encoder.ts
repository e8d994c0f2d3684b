import type { OpenEncoder } from '../../encoder/video-encoder.ts'
import { ManualClock } from '../../screen/testing/manual-clock.ts'
import type { ScrcpyDependencies } from '../server.ts'

export interface FakeEncoding {
  parts: ScrcpyDependencies
  clock: ManualClock
  /** Sizes of all encoders opened. */
  opened: { width: number; height: number }[]
  /** How many of them are still open. */
  openCount(): number
  /** Rows handed in since the last call. */
  takeRows(): [number, number][]
}

/** Counts frames, on a manual clock. */
export function fakeEncoding(): FakeEncoding {
  const clock = new ManualClock()
  const opened: { width: number; height: number }[] = []
  let rows: [number, number][] = []
  let openCount = 0
  const openEncoder: OpenEncoder = async ({ width, height }) => {
    opened.push({ width, height })
    openCount++
    return {
      config: Uint8Array.of(0, 0, 0, 1, 0x67),
      writeRows: (pixels, from) => rows.push([from, from + pixels.length / (width * 4)]),
      moveRows: ({ rows: [from, to] }) => rows.push([from, to]),
      encode: async (_, isKey) => ({ isKey, data: Uint8Array.of(isKey ? 0x65 : 0x41) }),
      close: () => {
        openCount--
      },
    }
  }
  return {
    parts: { loadEncoder: async () => {}, openEncoder, clock },
    clock,
    opened,
    openCount: () => openCount,
    takeRows: () => {
      const taken = rows
      rows = []
      return taken
    },
  }
}
