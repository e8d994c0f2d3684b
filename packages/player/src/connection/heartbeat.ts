/** Interval of pings and of the statistics. */
const BEAT_MS = 1000
/** A connection that is silent for this long despite pings counts as lost. */
const SILENCE_MS = 5000

interface HeartbeatOptions {
  readonly ping: () => void
  readonly onBeat: () => void
  readonly onSilence: () => void
}

export const createHeartbeat = ({ ping, onBeat, onSilence }: HeartbeatOptions) => {
  let timer: ReturnType<typeof setInterval> | undefined
  let silentMs = 0

  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }

  const beat = () => {
    // Counted in beats, not by a clock: time asleep must not count as silence.
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
