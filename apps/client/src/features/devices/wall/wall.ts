import { keyCode } from '@yunji/player/input/key-codes'
import { canControl, initialState, type PlayerState } from '@yunji/player/player-state'
import { createSyncGroup, type MirroredInput } from '@yunji/player/sync-group'
import { createStore } from 'zustand'
import { showToast } from '../../../shared/feedback/toast.ts'
import { systemClock } from '../../../shared/platform/app/clock.ts'
import { createDriftWatch } from './drift-watch.ts'
import { endText, type TileState } from './tile-text.ts'
import { createMember, type Member, type StartableApp } from './wall-member.ts'
import type { WallPhone } from './wall-phones.ts'

export interface WallState {
  readonly order: readonly number[]
  readonly tiles: Readonly<Record<number, TileState>>
  readonly leaderId: number | null
  /** The leader is gone, until another one is chosen. */
  readonly lostLeader: { readonly name: string; readonly reason: string } | null
  readonly largeId: number | null
  readonly selected: ReadonlySet<number>
  /** Longest random delay of a follower. */
  readonly maxDelayMs: number
  /** Input on a small tile goes to its phone; otherwise a tap opens it large. */
  readonly isDirect: boolean
  /** Apps of the phone that leads, once they are known. */
  readonly apps: readonly StartableApp[] | null
}

const COMPARE_EVERY_MS = 1000
/** A page that was used within this time is not idle, whichever of its phones it was used on. */
const ACTIVE_MS = 10 * 60_000

const isLost = ({ phase, mode, device }: PlayerState): boolean =>
  phase === 'ended' || (device !== null && mode === 'view')

interface WallOptions {
  readonly phones: readonly WallPhone[]
  /** With a mouse a tile is used where it is; with fingers a drag over it scrolls the wall. */
  readonly isDirect: boolean
}

/** Phones side by side: one leads, others repeat what is done on it. */
export const createWall = ({ phones, isDirect }: WallOptions) => {
  const leader = phones.find(({ mode }) => mode === 'control')
  const store = createStore<WallState>(() => ({
    order: phones.map(({ id }) => id),
    tiles: Object.fromEntries(
      phones.map(({ id, name, mode }) => [
        id,
        { name, player: { ...initialState, mode }, isFollowing: mode === 'control', isDrifted: false },
      ]),
    ),
    leaderId: leader?.id ?? null,
    lostLeader: null,
    largeId: leader?.id ?? null,
    selected: new Set<number>(),
    maxDelayMs: 0,
    isDirect,
    apps: null,
  }))
  const group = createSyncGroup({ random: Math.random, nowMs: () => performance.now() })
  const members = new Map<number, Member>()
  const drift = createDriftWatch()
  let usedAtMs = systemClock()

  const tileOf = (id: number): TileState | undefined => store.getState().tiles[id]
  const changeTile = (id: number, changes: Partial<TileState>) =>
    store.setState(({ tiles }) => {
      const tile = tiles[id]
      return tile ? { tiles: { ...tiles, [id]: { ...tile, ...changes } } } : {}
    })

  const setLarge = (id: number | null) => {
    const before = store.getState().largeId
    if (before === id) return
    if (before !== null) members.get(before)?.setLarge(false)
    if (id !== null) members.get(id)?.setLarge(true)
    store.setState({ largeId: id, apps: null })
  }

  const setLeader = (id: number) => {
    group.setLeader(id)
    drift.reset()
    for (const each of store.getState().order) changeTile(each, { isDrifted: false })
    changeTile(id, { isFollowing: true })
    store.setState({ leaderId: id, lostLeader: null, apps: null })
    join(id)
    setLarge(id)
  }

  const loseLeader = (reason: string) => {
    const { leaderId, largeId } = store.getState()
    if (leaderId === null) return
    group.setLeader(null)
    store.setState({ leaderId: null, lostLeader: { name: tileOf(leaderId)?.name ?? '云手机', reason } })
    if (largeId === leaderId) setLarge(null)
  }

  const join = (id: number) => {
    const member = members.get(id)
    if (member) group.join(id, member.player.inject)
  }

  const setFollowing = (id: number, isFollowing: boolean) => {
    if (isFollowing) join(id)
    else group.leave(id)
    drift.noteAlone(id)
    changeTile(id, { isFollowing, isDrifted: false })
  }

  const onState = (id: number, player: PlayerState) => {
    const { leaderId } = store.getState()
    changeTile(id, { player, ...(player.device && { name: player.device.name }) })
    if (id === leaderId && isLost(player)) loseLeader(player.end ? endText(player.end) : '你的权限变为仅查看')
    if (player.idleEndsAtMs !== null && systemClock() - usedAtMs < ACTIVE_MS) members.get(id)?.player.stillHere()
  }

  const compare = () => {
    const { leaderId, order } = store.getState()
    const isComparable = (id: number, member: Member): boolean => {
      const tile = tileOf(id)
      return member.isShown && tile !== undefined && tile.player.picture !== null && canControl(tile.player)
    }
    const leading = leaderId === null ? undefined : members.get(leaderId)
    if (!leading || !isComparable(leading.id, leading)) return
    const followers = [...members.values()].filter(
      (member) => member !== leading && tileOf(member.id)?.isFollowing && isComparable(member.id, member),
    )
    const drifted = drift.compare(leading, followers)
    for (const id of order)
      if (tileOf(id)?.isDrifted !== drifted.has(id)) changeTile(id, { isDrifted: drifted.has(id) })
  }

  const onInput = (id: number, input: MirroredInput) => {
    const { leaderId, order } = store.getState()
    const isHome = input.kind === 'key' && input.keyCode === keyCode.home
    if (id === leaderId) drift.noteLeaderInput(isHome ? order.filter((each) => tileOf(each)?.isFollowing) : [])
    else drift.noteAlone(id)
    group.repeat(id, input)
  }

  for (const phone of phones) {
    const { id } = phone
    const member = createMember(phone, {
      onState: (player) => onState(id, player),
      onInput: (input) => onInput(id, input),
      // Copied on the leader, it is on the clipboard of all.
      onClipboard: (text) => group.repeat(id, { kind: 'clipboard', text, isPaste: false }),
      onNotice: (text) => showToast(`${tileOf(id)?.name ?? '云手机'}：${text}`),
      onApps: (apps) => store.setState({ apps }),
    })
    members.set(id, member)
    if (phone.mode === 'control') join(id)
  }
  group.setLeader(leader?.id ?? null)
  if (leader) members.get(leader.id)?.setLarge(true)
  const comparing = setInterval(compare, COMPARE_EVERY_MS)

  /** The phone that the tools act on; the leader takes its followers along. */
  const targetPlayer = () => {
    const { largeId, leaderId } = store.getState()
    const id = largeId ?? leaderId
    return id === null ? undefined : members.get(id)?.player
  }

  return {
    store,
    member: (id: number): Member | undefined => members.get(id),
    targetPlayer,
    setLeader,
    setLarge,
    setFollowing,
    setSelected: (selected: ReadonlySet<number>) => store.setState({ selected }),
    toggleSelected: (id: number) =>
      store.setState(({ selected }) => {
        const next = new Set(selected)
        if (!next.delete(id)) next.add(id)
        return { selected: next }
      }),
    setMaxDelay(maxDelayMs: number): void {
      group.setMaxDelay(maxDelayMs)
      store.setState({ maxDelayMs })
    },
    setDirect: (isDirectNow: boolean) => store.setState({ isDirect: isDirectNow }),
    remove(id: number): void {
      group.leave(id)
      if (store.getState().leaderId === id) loseLeader('已移出')
      if (store.getState().largeId === id) setLarge(null)
      members.get(id)?.player.close()
      members.delete(id)
      store.setState(({ order, selected }) => ({
        order: order.filter((each) => each !== id),
        selected: new Set([...selected].filter((each) => each !== id)),
      }))
    },
    /** The user has done something on the page. */
    noteUse(): void {
      usedAtMs = systemClock()
    },
    stillHere(): void {
      usedAtMs = systemClock()
      for (const { player } of members.values()) player.stillHere()
    },
    show(): void {
      for (const { player } of members.values()) player.show()
    },
    hide(): void {
      group.releaseAll()
      for (const { player } of members.values()) player.hide()
    },
    close(): void {
      clearInterval(comparing)
      group.releaseAll()
      for (const { player } of members.values()) player.close()
    },
  }
}

export type Wall = ReturnType<typeof createWall>
