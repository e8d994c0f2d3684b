/** How often the link is asked whether it still stands, and the figures are read. */
const BEAT_MS = 1000
/** A link that has said nothing for so long, though it was asked, is gone, whatever the socket believes. */
const SILENCE_MS = 5000

interface HeartbeatOptions {
  readonly ping: () => void
  readonly onBeat: () => void
  readonly onSilence: () => void
}

/** Keeps asking a link whether it is there. */
export const createHeartbeat = ({ ping, onBeat, onSilence }: HeartbeatOptions) => {
  let timer: ReturnType<typeof setInterval> | undefined
  let silentMs = 0

  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }

  const beat = () => {
    // Counted in beats, not by a clock: a computer that slept has not waited for an answer meanwhile.
    silentMs += BEAT_MS
    onBeat()
    if (silentMs <= SILENCE_MS) return ping()
    stop()
    onSilence()
  }

  return {
    start(): void {
      stop()
      silentMs = 0
      ping()
      timer = setInterval(beat, BEAT_MS)
    },
    noteReceived(): void {
      silentMs = 0
    },
    stop,
  }
}
