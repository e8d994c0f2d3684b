import { createPlayer } from '@yunji/player/player'
import type { PlayerState } from '@yunji/player/player-state'
import type { MirroredInput } from '@yunji/player/sync-group'
import { startingWith } from '../../../shared/devices/stream-endpoint.ts'
import type { WallPhone } from './wall-phones.ts'

/** Of a phone that is opened large: it is used as one that is open alone, at half its cost. */
const LARGE_QUALITY = 'standard'

export interface StartableApp {
  readonly packageName: string
  readonly name: string
}

interface MemberListener {
  readonly onState: (state: PlayerState) => void
  readonly onInput: (input: MirroredInput) => void
  readonly onClipboard: (text: string) => void
  readonly onNotice: (text: string) => void
  readonly onApps: (apps: readonly StartableApp[]) => void
}

/** The player of one phone, on a canvas that is moved between its tile and the stage. */
export const createMember = ({ id, source }: WallPhone, listener: MemberListener) => {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('role', 'application')
  canvas.tabIndex = -1
  const player = createPlayer({
    canvas,
    ...startingWith('tile', source),
    ...listener,
    onStatistics: () => undefined,
  })
  let isLarge = false
  let isInView = false
  const applyView = () => player.setPaused(!isLarge && !isInView)
  applyView()

  return {
    id,
    canvas,
    player,
    /** Whether the picture is the one of now; a still otherwise. */
    get isShown(): boolean {
      return isLarge || isInView
    },
    setLarge(isLargeNow: boolean): void {
      if (isLarge === isLargeNow) return
      isLarge = isLargeNow
      player.setQuality(isLarge ? LARGE_QUALITY : 'tile')
      applyView()
    },
    setInView(isInViewNow: boolean): void {
      isInView = isInViewNow
      applyView()
    },
  }
}

export type Member = ReturnType<typeof createMember>
