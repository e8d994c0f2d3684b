/** Limits are inclusive: at exactly this distance the new state holds. */

/** Interval between usage logs while the client is visible; the first is sent after one interval. */
export const USAGE_LOG_INTERVAL_MS = 30_000

/** Hidden this long, the client starts a new log session when it shows again. */
export const NEW_SESSION_AFTER_HIDDEN_MS = 45_000

/** A session that ends sooner sends no exit log. */
export const EXIT_LOG_SKIPPED_WITHIN_MS = 1_000

const USER_ID_DIGITS = 10
const RANDOM_DIGITS = 7

/** `time_tenDigitPaddedUserId_sevenDigitRandom` (section 3); the time is epoch milliseconds, `random` from 0 up to 1. */
export const logIdOf = (atMs: number, userId: number, random: number): string => {
  const paddedUserId = String(userId).padStart(USER_ID_DIGITS, '0')
  const randomDigits = String(Math.floor(random * 10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')
  return `${atMs}_${paddedUserId}_${randomDigits}`
}

interface LogSession {
  readonly logId: string
  readonly userId: number
  readonly startedAtMs: number
}

/** The usage-log session of one running client (section 4). */
export interface UsageState {
  readonly session: LogSession | null
  readonly isVisible: boolean
  /** When the client was hidden last; null until then. */
  readonly hiddenAtMs: number | null
  readonly isTimerRunning: boolean
}

export const initialUsage: UsageState = { session: null, isVisible: false, hiddenAtMs: null, isTimerRunning: false }

/** `userId` is null without a login; `random` is in [0, 1). */
interface UsageContext {
  readonly atMs: number
  readonly userId: number | null
  readonly random: number
}

export type UsageEvent =
  | ({ readonly type: 'show' } & UsageContext)
  /** A login, a logout or a switch of accounts, wherever it happened. */
  | ({ readonly type: 'account' } & UsageContext)
  | { readonly type: 'hide'; readonly atMs: number }
  | { readonly type: 'tick' }
  | { readonly type: 'saveFailed'; readonly logId: string }
  | { readonly type: 'unload'; readonly atMs: number }

export type UsageEffect =
  | { readonly type: 'startTimer'; readonly everyMs: number }
  | { readonly type: 'stopTimer' }
  | { readonly type: 'sendLog'; readonly logId: string; readonly exitMark: 0 | 1 }

export interface UsageStep {
  readonly state: UsageState
  readonly effects: readonly UsageEffect[]
}

export const reduceUsage = (state: UsageState, event: UsageEvent): UsageStep => {
  switch (event.type) {
    case 'show':
      return step(state, shown(state, event))
    case 'account':
      return step(state, state.isVisible ? shown(state, event) : { ...state, session: sessionOf(state, event.userId) })
    case 'hide':
      // A repeated hide keeps the time of the first.
      return state.isVisible
        ? step(state, { ...state, isVisible: false, hiddenAtMs: event.atMs, isTimerRunning: false })
        : step(state, state)
    case 'tick':
      return step(state, state, state.isTimerRunning ? logsOf(state, 0) : [])
    case 'saveFailed':
      // Failures of earlier sessions are ignored.
      return step(state, event.logId === state.session?.logId ? { ...state, isTimerRunning: false } : state)
    case 'unload':
      return step(state, initialUsage, isExitWorthLogging(state, event.atMs) ? logsOf(state, 1) : [])
  }
}

const shown = (state: UsageState, { atMs, userId, random }: UsageContext): UsageState => {
  const visible = { isVisible: true, hiddenAtMs: null }
  if (userId === null) return { ...visible, session: null, isTimerRunning: false }
  const wasAway = state.hiddenAtMs !== null && atMs - state.hiddenAtMs >= NEW_SESSION_AFTER_HIDDEN_MS
  const session = (wasAway ? null : sessionOf(state, userId)) ?? {
    logId: logIdOf(atMs, userId, random),
    userId,
    startedAtMs: atMs,
  }
  return { ...visible, session, isTimerRunning: true }
}

/** The log id contains the user's number, so a session is never continued by another user. */
const sessionOf = ({ session }: UsageState, userId: number | null): LogSession | null =>
  session?.userId === userId ? session : null

const isExitWorthLogging = ({ session }: UsageState, atMs: number): boolean =>
  session !== null && atMs - session.startedAtMs >= EXIT_LOG_SKIPPED_WITHIN_MS

const logsOf = ({ session }: UsageState, exitMark: 0 | 1): UsageEffect[] =>
  session ? [{ type: 'sendLog', logId: session.logId, exitMark }] : []

const step = (before: UsageState, state: UsageState, logs: readonly UsageEffect[] = []): UsageStep => ({
  state,
  effects: [...timerEffects(before, state), ...logs],
})

/** A new session restarts the interval. */
const timerEffects = (before: UsageState, after: UsageState): UsageEffect[] => {
  const goesOn = before.isTimerRunning && after.isTimerRunning && before.session === after.session
  if (goesOn) return []
  const stop: UsageEffect[] = before.isTimerRunning ? [{ type: 'stopTimer' }] : []
  return after.isTimerRunning ? [...stop, { type: 'startTimer', everyMs: USAGE_LOG_INTERVAL_MS }] : stop
}
