/** Reasons for which a worker stops before its step is done. */
export type StopReason =
  /** The process ends: another one continues. */
  | 'closing'
  /** Another worker has taken over. */
  | 'lost'
  | 'cancelled'
  | 'late'

class StepAborted extends Error {
  override readonly name = 'StepAborted'
}

const MAX_TIMER_MS = 2 ** 31 - 1

/** Abort signal of a step with its reason. The first reason counts. */
export const createStepAbort = (closing: AbortSignal, jobSignal: AbortSignal) => {
  const controller = new AbortController()
  let reason: StopReason | undefined
  let timer: NodeJS.Timeout | undefined

  const stop = (why: StopReason): void => {
    reason ??= why
    controller.abort(new StepAborted(why))
  }
  const onClosing = (): void => stop('closing')
  const onLost = (): void => stop('lost')
  closing.addEventListener('abort', onClosing, { once: true })
  jobSignal.addEventListener('abort', onLost, { once: true })
  if (closing.aborted) onClosing()
  if (jobSignal.aborted) onLost()

  return {
    signal: controller.signal,
    get reason(): StopReason | undefined {
      return reason
    },
    isLate: (): boolean => reason === 'late',
    stop,
    stopAfter(milliseconds: number): void {
      if (milliseconds <= 0) return stop('late')
      timer = setTimeout(() => stop('late'), Math.min(MAX_TIMER_MS, milliseconds))
      timer.unref()
    },
    end(): void {
      clearTimeout(timer)
      closing.removeEventListener('abort', onClosing)
      jobSignal.removeEventListener('abort', onLost)
    },
  }
}

export type StepAbort = ReturnType<typeof createStepAbort>
