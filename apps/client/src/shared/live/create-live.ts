import { type LiveEvent, liveKinds } from '@yunji/contract/messages/live'
import { parseAs } from '@yunji/contract/wire/call'
import type { StreamListener } from '../platform/network/event-stream.h5.ts'
import { createEventReader } from './event-reader.ts'

/** Opens the stream and returns its close function; undefined where the platform has no streams. */
type OpenStream = (listener: StreamListener) => (() => void) | undefined

interface LiveDeps {
  readonly open: OpenStream
  readonly onEvent: (event: LiveEvent) => void
  /** Reports whether events arrive; the owner polls while they do not. */
  readonly onChange: (isConnected: boolean) => void
  /** From 0 to 1. */
  readonly random: () => number
}

/** More than twice the server's heartbeat: a connection that says nothing for so long is dead. */
const SILENCE_MS = 40_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Twice as long after each failure, and never for all clients at the same time. */
export const waitMs = (failures: number, random: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS) * (0.5 + random / 2)

/** Undefined for an unknown event. */
const readEvent = (text: string): LiveEvent | undefined => {
  try {
    const parsed: { readonly kind?: unknown } = JSON.parse(text)
    const schema = Object.entries(liveKinds).find(([kind]) => kind === parsed.kind)?.[1]
    return schema && parseAs(schema, parsed)
  } catch {
    return undefined
  }
}

/** Keeps one connection open, and opens the next when it breaks. */
export const createLive = ({ open, onEvent, onChange, random }: LiveDeps) => {
  let failures = 0
  let stopCurrent: (() => void) | undefined

  const connect = (): void => {
    let isOver = false
    let close = (): void => undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      isOver = true
      clearTimeout(silence)
      close()
      onChange(false)
    }
    const fail = () => {
      if (isOver) return
      end()
      failures += 1
      const timer = setTimeout(connect, waitMs(failures, random()))
      stopCurrent = () => clearTimeout(timer)
    }
    const restartSilenceTimer = () => {
      clearTimeout(silence)
      silence = setTimeout(fail, SILENCE_MS)
    }
    const read = createEventReader((text) => {
      const event = readEvent(text)
      if (!event || isOver) return
      if (event.kind === 'ready') {
        failures = 0
        onChange(true)
      }
      onEvent(event)
    })
    stopCurrent = end
    restartSilenceTimer()
    const opened = open({
      onBytes: (bytes) => {
        if (isOver) return
        restartSilenceTimer()
        try {
          read(bytes)
        } catch {
          fail()
        }
      },
      onEnd: fail,
    })
    if (opened) close = opened
    if (isOver) close()
    // A platform that holds no stream now will hold none later either.
    else if (!opened) end()
  }

  return {
    start(): void {
      failures = 0
      connect()
    },
    stop(): void {
      stopCurrent?.()
      stopCurrent = undefined
    },
  }
}
