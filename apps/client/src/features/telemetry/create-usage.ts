import { initialUsage, reduceUsage, type UsageEffect, type UsageEvent } from '@yunji/contract/telemetry/usage-session'
import type { Clock } from '../../shared/platform/app/clock.ts'

interface UsageDeps {
  readonly clock: Clock
  /** From 0 up to 1. */
  readonly random: () => number
  /** Null without a login. */
  readonly userId: () => number | null
  /** Fails when the log was not saved. */
  readonly send: (logId: string, exitMark: 0 | 1) => Promise<unknown>
}

/** Runs the usage session of the contract: sends its logs and schedules the next. */
export const createUsage = ({ clock, random, userId, send }: UsageDeps) => {
  let state = initialUsage
  let timer: ReturnType<typeof setTimeout> | undefined

  const dispatch = (event: UsageEvent, atMs = clock()): void => {
    const { state: next, effects } = reduceUsage(state, event)
    state = next
    for (const effect of effects) follow(effect, atMs)
  }

  const follow = (effect: UsageEffect, atMs: number): void => {
    switch (effect.type) {
      case 'startTimer':
        return tickAt(atMs + effect.everyMs, effect.everyMs)
      case 'stopTimer':
        return clearTimeout(timer)
      case 'sendLog':
        send(effect.logId, effect.exitMark).catch(() => dispatch({ type: 'saveFailed', logId: effect.logId }))
    }
  }

  /** A machine that slept has missed some: those are not made up for. */
  const tickAt = (nextMs: number, everyMs: number): void => {
    timer = setTimeout(() => {
      tickAt(Math.max(nextMs, clock()) + everyMs, everyMs)
      dispatch({ type: 'tick' })
    }, nextMs - clock())
  }

  return {
    /** Shown since then, where that was before anybody listened. */
    show: (atMs = clock()): void => dispatch({ type: 'show', atMs, userId: userId(), random: random() }, atMs),
    account: (): void => dispatch({ type: 'account', atMs: clock(), userId: userId(), random: random() }),
    hide: (): void => dispatch({ type: 'hide', atMs: clock() }),
    unload: (): void => dispatch({ type: 'unload', atMs: clock() }),
  }
}
