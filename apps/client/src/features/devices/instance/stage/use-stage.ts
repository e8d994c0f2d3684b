import { useSyncExternalStore } from 'react'
import { type Panel, useInstance } from '../instance-store.ts'
import { rotationOf } from './rotation.ts'

/** Whether a media query matches; follows its changes. */
const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )

/** Panels with text input or a file choice are not rotated. */
const upright: ReadonlySet<Panel | null> = new Set(['keyboard', 'clipboard', 'upload'] as const)

/** Layout of the picture and the tools. */
export const useStage = () => {
  const isPictureWide = useInstance(({ player: { picture } }) => picture !== null && picture.width > picture.height)
  const preference = useInstance(({ rotationPreference }) => rotationPreference)
  const isWriting = useInstance(({ panel }) => upright.has(panel))
  const isScreenHigh = useMedia('(orientation: portrait)')
  const isHeld = useMedia('(pointer: coarse)')
  const isFlat = useMedia('(orientation: landscape) and (max-height: 500px)')
  const isLarge = useMedia('(min-width: 800px) and (min-height: 501px)')
  const turn = rotationOf({ isPictureWide, isScreenHigh, isHeld, preference, isWriting })
  /**
   * `isWide`: there is more room beside the picture than below it. `isRoomy`: there is room for the tools beside the
   * picture, whatever its shape.
   */
  return { ...turn, isPictureWide, isWide: turn.isRotated || isFlat, isRoomy: isLarge && !turn.isRotated }
}
