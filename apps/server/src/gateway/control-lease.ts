import { type Candidate, type LeaseIntent, type LeaseRow, UNDISTURBED_MS } from '../modules/devices/streams/index.ts'

/** Candidate for the controls of a phone. */
export interface Holder extends Candidate {
  /** Never holds the controls. */
  readonly isViewOnly: boolean
  /** Last touch or key, in epoch milliseconds. */
  readonly lastInputMs: number
}

export interface LeaseListener<Viewer> {
  /** The viewer loses the controls while input may still be sent: what it has pressed is released now. */
  onRelease(viewer: Viewer): void
  /** The viewer has lost them already: nothing may be sent any more. */
  onLost(viewer: Viewer): void
  /** The controls have moved. */
  onMove(): void
  onRefused(viewer: Viewer, reason: 'taken' | 'unavailable'): void
  /** The lease of this gateway has run out, and nobody knows whether it will be renewed. */
  onLapse(viewer: Viewer): void
}

interface LeaseOptions<Viewer> {
  readonly nowMs: () => number
  /** False when the lease of this gateway has run out, or may have. */
  readonly isLive: () => boolean
  /** Asks for a round with the database. */
  readonly sync: () => void
  readonly close: () => void
  readonly listener: LeaseListener<Viewer>
}

interface Request<Viewer> {
  readonly viewer: Viewer
  readonly kind: 'join' | 'take'
  isSent: boolean
}

/**
 * Lease on the controls of a phone: one viewer or none, of all gateways. The owner takes it from anyone, a user from
 * another window of their own, everybody else after the holder has been idle.
 *
 * Between the viewers of the gateway that has the lease it moves at once. To another gateway it moves through the
 * database: that one asks, this one stops and hands it over.
 */
export const createControlLease = <Viewer extends Holder>({
  nowMs,
  isLive,
  sync,
  close,
  listener,
}: LeaseOptions<Viewer>) => {
  const ready = Promise.withResolvers<void>()
  let isKnown = false
  let isUnclaimed = true
  let isMine = false
  /** The lease has run out since its last renewal; input may have been dropped. */
  let hasLapsed = false
  let isLapseReported = false
  let holder: Viewer | undefined
  /** Holder at another gateway. */
  let remote: Candidate | null = null
  let request: Request<Viewer> | undefined
  let answer: LeaseIntent['answer'] = 'none'

  const canTake = (viewer: Candidate): boolean => {
    if (!holder || holder === viewer || viewer.isOwner || holder.userId === viewer.userId) return true
    return !holder.isOwner && nowMs() - holder.lastInputMs >= UNDISTURBED_MS
  }

  const stop = (viewer: Viewer): void => (isMine && isLive() ? listener.onRelease(viewer) : listener.onLost(viewer))

  const setHolder = (next: Viewer | undefined): void => {
    const before = holder
    if (before === next) return
    if (before) stop(before)
    holder = next
    sync()
  }

  const ask = (viewer: Viewer, kind: Request<Viewer>['kind']): void => {
    request = { viewer, kind, isSent: false }
    sync()
  }

  const refuse = (reason: 'taken' | 'unavailable'): void => {
    const refused = request
    request = undefined
    if (refused?.kind === 'take') listener.onRefused(refused.viewer, reason)
  }

  const gain = (): void => {
    isMine = true
    remote = null
    // A holder that stayed may have lifted a finger while nothing could be sent.
    if (holder && hasLapsed) listener.onRelease(holder)
    hasLapsed = false
    isLapseReported = false
    if (request && !request.viewer.isViewOnly) holder = request.viewer
    request = undefined
    listener.onMove()
  }

  const handOver = (next: Candidate): void => {
    if (holder) stop(holder)
    lose(next)
    answer = 'handOver'
    sync()
  }

  /** To whom it belongs now. */
  const lose = (next: Candidate | null): void => {
    const before = holder
    isMine = false
    hasLapsed = false
    isLapseReported = false
    holder = undefined
    remote = next
    if (before) listener.onLost(before)
    listener.onMove()
  }

  const applyForeign = (row: LeaseRow | undefined): void => {
    if (isMine) {
      const before = holder
      lose(row?.holder ?? null)
      // Nobody else has it: it is claimed again for the same viewer.
      if (before && !row) ask(before, 'join')
      return
    }
    if (request?.isSent && row && !row.isNextMine) refuse('taken')
    const hasChanged = remote?.userId !== row?.holder?.userId
    remote = row?.holder ?? null
    if (hasChanged) listener.onMove()
  }

  const isForJoining = (viewer: Viewer): boolean => {
    const current = isMine ? holder : remote
    return !viewer.isViewOnly && (!current || current.userId === viewer.userId)
  }

  return {
    close,
    /** Settles with the first round. */
    ready: ready.promise,
    /** A round has succeeded. */
    get isKnown(): boolean {
      return isKnown
    },

    /** Viewer that may send input now. */
    get holder(): Viewer | undefined {
      return isMine && isLive() ? holder : undefined
    },
    /** Somebody holds the controls, here or elsewhere. */
    get isHeld(): boolean {
      return Boolean(isMine ? holder : remote)
    },

    /** A new viewer takes free controls, and those held by another window of the same user. */
    join(viewer: Viewer): void {
      if (!isForJoining(viewer)) return
      if (isMine) setHolder(viewer)
      else if (!request) ask(viewer, 'join')
    },

    take(viewer: Viewer): void {
      const isContested = request !== undefined && request.viewer.isOwner && !viewer.isOwner
      if (viewer.isViewOnly || isContested || (isMine && !canTake(viewer))) listener.onRefused(viewer, 'taken')
      else if (!isMine) ask(viewer, 'take')
      else if (!isLive()) listener.onRefused(viewer, 'unavailable')
      else {
        setHolder(viewer)
        listener.onMove()
      }
    },

    release(viewer: Viewer): void {
      if (request?.viewer === viewer) request = undefined
      if (holder !== viewer) return
      setHolder(undefined)
      listener.onMove()
    },

    get isMine(): boolean {
      return isMine
    },
    /** No gateway has it, as far as known: it is to be claimed. */
    get isUnclaimed(): boolean {
      return isUnclaimed
    },

    /** State of this lease for the next round, which sends its request and its answer. */
    prepare(): Omit<LeaseIntent, 'deviceId'> {
      hasLapsed ||= isMine && !isLive()
      const candidate = isMine ? holder : request?.viewer
      const intent = {
        isMine,
        candidate: candidate ? { userId: candidate.userId, isOwner: candidate.isOwner } : null,
        idleMs: holder ? nowMs() - holder.lastInputMs : 0,
        request: isMine || !request || request.isSent ? ('none' as const) : request.kind,
        answer,
      }
      if (request) request.isSent = true
      answer = 'none'
      return intent
    },

    /** Result of a round; no row when no gateway has the lease. */
    apply(row: LeaseRow | undefined): void {
      isKnown = true
      isUnclaimed = !row
      if (!row?.isMine) applyForeign(row)
      else if (row.next && canTake(row.next)) handOver(row.next)
      else {
        if (row.next) {
          answer = 'refuse'
          sync()
        }
        if (!isMine || hasLapsed) gain()
      }
      ready.resolve()
    },

    /** The round has failed: the database does not answer. */
    fail(): void {
      if (request) request.isSent = false
      if (request?.kind === 'take') refuse('unavailable')
      if (isMine && !isLive() && !isLapseReported) {
        isLapseReported = true
        listener.onMove()
        if (holder) listener.onLapse(holder)
      }
      ready.resolve()
    },
  }
}

export type ControlLease<Viewer extends Holder> = ReturnType<typeof createControlLease<Viewer>>
