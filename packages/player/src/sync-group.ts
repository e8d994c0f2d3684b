import type { StreamRequest } from '@yunji/phone-protocol/stream/events'
import type { FromViewer } from '@yunji/phone-protocol/stream/from-viewer'

/** Input that phones have in common: positions are fractions of the picture, so that it fits every resolution. */
export type MirroredInput =
  | Exclude<FromViewer, { kind: 'ping' | 'request' }>
  | { kind: 'request'; request: Extract<StreamRequest, { type: 'rotate' | 'startApp' }> }

export const isMirrored = (message: FromViewer): message is MirroredInput => {
  if (message.kind === 'request') return message.request.type === 'rotate' || message.request.type === 'startApp'
  return message.kind !== 'ping'
}

type Pressed = Extract<MirroredInput, { kind: 'touch' | 'key' }>

interface Follower {
  readonly inject: (input: MirroredInput) => void
  /** Fingers and keys that are down on the phone. */
  readonly down: Map<string, Pressed>
  /** The same when everything that waits has been delivered. */
  readonly planned: Set<string>
  readonly timers: Set<ReturnType<typeof setTimeout>>
  /** Delay of the gesture under way. */
  delayMs: number
  lastDueMs: number
}

const isPress = (input: MirroredInput): input is Pressed => input.kind === 'touch' || input.kind === 'key'
const nameOf = (input: Pressed): string =>
  input.kind === 'touch' ? `finger ${input.pointerId}` : `key ${input.keyCode}`
const isDown = ({ action }: Pressed): boolean => action === 'down'
const isEnd = ({ action }: Pressed): boolean => action === 'up' || action === 'cancel'

/** The gesture is dropped, so that a button under a lifted finger is not pressed. */
const releaseOf = (input: Pressed): MirroredInput =>
  input.kind === 'touch' ? { ...input, action: 'cancel', pressure: 0 } : { ...input, action: 'up', repeat: 0 }

/** Between two positions of a moving finger on the followers: the server handles each of them once for every phone. */
const MOVE_INTERVAL_MS = 30

/** Passes input on; of the positions of a moving finger at most one in an interval, and always the last. */
const thinMoves = (pass: (input: MirroredInput) => void, nowMs: () => number) => {
  const passedAtMs = new Map<number, number>()
  const waiting = new Map<number, MirroredInput>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const clear = () => {
    clearTimeout(timer)
    timer = undefined
    waiting.clear()
  }
  const passWaiting = () => {
    const moves = [...waiting]
    clear()
    for (const [pointerId, move] of moves) {
      passedAtMs.set(pointerId, nowMs())
      pass(move)
    }
  }
  const push = (input: MirroredInput) => {
    if (input.kind !== 'touch' || input.action !== 'move') {
      passWaiting()
      if (input.kind === 'touch') passedAtMs.delete(input.pointerId)
      pass(input)
      return
    }
    const leftMs = (passedAtMs.get(input.pointerId) ?? Number.NEGATIVE_INFINITY) + MOVE_INTERVAL_MS - nowMs()
    waiting.set(input.pointerId, input)
    if (leftMs <= 0) passWaiting()
    else timer ??= setTimeout(passWaiting, leftMs)
  }
  return { push, clear }
}

interface SyncGroupOptions {
  /** 0 to 1. */
  readonly random: () => number
  readonly nowMs: () => number
}

/**
 * Repeats the leader's input on its followers. A follower that leaves, a new leader and a leader that vanishes end the
 * gesture under way: what is down is lifted on every phone.
 */
export const createSyncGroup = ({ random, nowMs }: SyncGroupOptions) => {
  const followers = new Map<number, Follower>()
  let leaderId: number | null = null
  let maxDelayMs = 0

  const deliver = (follower: Follower, input: MirroredInput) => {
    if (isPress(input)) {
      const name = nameOf(input)
      // It went down before this phone followed.
      if (!isDown(input) && !follower.down.has(name)) return
      if (isEnd(input)) follower.down.delete(name)
      else follower.down.set(name, input)
    }
    follower.inject(input)
  }

  /** One delay for a whole gesture, so that its speed stays what it was. */
  const plan = (follower: Follower, input: MirroredInput) => {
    if (follower.planned.size === 0) follower.delayMs = random() * maxDelayMs
    if (!isPress(input)) return
    if (isEnd(input)) follower.planned.delete(nameOf(input))
    else follower.planned.add(nameOf(input))
  }

  const repeat = (follower: Follower, input: MirroredInput) => {
    plan(follower, input)
    if (follower.delayMs === 0 && follower.timers.size === 0) return deliver(follower, input)
    const atMs = nowMs()
    // Never before what came earlier.
    follower.lastDueMs = Math.max(follower.lastDueMs, atMs + follower.delayMs)
    const timer = setTimeout(() => {
      follower.timers.delete(timer)
      deliver(follower, input)
    }, follower.lastDueMs - atMs)
    follower.timers.add(timer)
    return undefined
  }

  const release = (follower: Follower) => {
    for (const timer of follower.timers) clearTimeout(timer)
    follower.timers.clear()
    follower.planned.clear()
    for (const input of follower.down.values()) follower.inject(releaseOf(input))
    follower.down.clear()
  }

  const moves = thinMoves((input) => {
    for (const [id, follower] of followers) if (id !== leaderId) repeat(follower, input)
  }, nowMs)

  const releaseAll = () => {
    moves.clear()
    for (const follower of followers.values()) release(follower)
  }

  const leave = (id: number) => {
    const follower = followers.get(id)
    if (follower) release(follower)
    followers.delete(id)
  }

  return {
    /** Null when no phone leads: then nothing is repeated. */
    setLeader(id: number | null): void {
      if (id === leaderId) return
      releaseAll()
      leaderId = id
    },
    /** The leader may be a member too; it follows when another one leads. */
    join(id: number, inject: Follower['inject']): void {
      leave(id)
      const own = { inject, delayMs: 0, lastDueMs: 0 }
      followers.set(id, { ...own, down: new Map(), planned: new Set(), timers: new Set() })
    },
    leave,
    /** Input that was sent to a phone; only the leader's is repeated. */
    repeat(fromId: number, input: MirroredInput): void {
      if (fromId === leaderId) moves.push(input)
    },
    /** Longest random delay of a follower; 0 for none. */
    setMaxDelay(delayMs: number): void {
      maxDelayMs = delayMs
    },
    releaseAll,
  }
}

export type SyncGroup = ReturnType<typeof createSyncGroup>
