import { type PropsWithChildren, useEffect, useId, useState } from 'react'
import { type Rect, readRects } from '../../../../shared/platform/page/read-rects.ts'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Scrim } from '../../../../shared/ui/elements/elements'
import { useModalFocus } from '../../../../shared/ui/overlay/use-modal-focus'
import styles from './spotlight.module.css'
import { placeSpotlight, type SpotlightPlace } from './spotlight-place.ts'

/** Elements move when a list arrives or a phone is turned; no event of both hosts tells it. */
const MEASURE_EVERY_MS = 300

interface Target {
  readonly selector: string
  readonly at: number
}

const findRect = async ({ selector, at }: Target): Promise<Rect | undefined> => (await readRects(selector)).at(at)

const isSame = (one: SpotlightPlace, other: SpotlightPlace): boolean => JSON.stringify(one) === JSON.stringify(other)

const usePlace = (target: Target | undefined): SpotlightPlace => {
  const [place, setPlace] = useState<SpotlightPlace>({ light: undefined, card: undefined })
  useEffect(() => {
    let isOver = false
    const measure = async () => {
      const [cover] = await readRects(`.${styles.cover}`)
      const next = placeSpotlight(cover, target && (await findRect(target)))
      if (!isOver) setPlace((before) => (isSame(before, next) ? before : next))
    }
    void measure()
    const timer = setInterval(() => void measure(), MEASURE_EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [target])
  return place
}

const px = (value: number): string => `${value}px`

interface SpotlightProps extends PropsWithChildren {
  readonly label: string
  /** Lit up while all else is dimmed; a dimmed page alone without one. */
  readonly target: Target | undefined
  readonly onLeave: () => void
}

/** A card beside the element that it speaks of. Escape leaves; the page below takes no taps meanwhile. */
export function Spotlight({ label, target, onLeave, children }: SpotlightProps) {
  const id = useId()
  const { light, card } = usePlace(target)
  useModalFocus(id, true, onLeave)
  return (
    <Box className={styles.cover}>
      <Scrim className={classes(styles.scrim, !light && styles.dim)} />
      {light && (
        <Box
          className={styles.light}
          style={{ left: px(light.left), top: px(light.top), width: px(light.width), height: px(light.height) }}
          isDecoration
        />
      )}
      <Box
        id={id}
        className={classes(styles.card, !card && styles.middle)}
        style={card && { [card.edge]: px(card.px) }}
        role="dialog"
        label={label}
        isModal
      >
        {children}
      </Box>
    </Box>
  )
}
