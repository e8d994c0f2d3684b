import type { StateTone } from '@yunji/contract/devices/device/enums'
import { useState } from 'react'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { ProgressRing } from '../progress/progress-ring.tsx'
import { Spinner } from '../status/spinner.tsx'
import styles from './device-cover.module.css'
import { Picture } from './picture'

export interface DeviceCoverProps {
  /** The address of the picture; a phone that has sent none yet shows an empty screen. */
  readonly src?: string
  readonly tone: StateTone
  /** Running work, with its progress when known. */
  readonly work?: { readonly text: string; readonly percent?: number }
  /** The main colour of the picture that is shown now. */
  readonly onColour?: (colour: string | undefined) => void
}

const isAsleep = (tone: StateTone) => tone === 'dead' || tone === 'off'

type ScreenProps = Pick<DeviceCoverProps, 'src' | 'tone' | 'onColour'>

/** A newer picture stays invisible over the old one until it is decoded, so that the screen never flashes; the first appears at once. */
function Screen({ src, tone, onColour }: ScreenProps) {
  const [shown, setShown] = useState<string>()
  const layers = [...new Set([shown, src])].filter((layer) => layer !== undefined)
  const show = (layer: string, colour: string | undefined) => {
    setShown(layer)
    onColour?.(colour)
  }
  return layers.map((layer) => (
    <Picture
      key={layer}
      className={classes(
        styles.picture,
        shown !== undefined && layer !== shown && styles.coming,
        isAsleep(tone) && styles.asleep,
      )}
      src={layer}
      // A phone's screen says most at its top.
      isTopKept
      onReady={(colour) => show(layer, colour)}
    />
  ))
}

function Work({ text, percent }: NonNullable<DeviceCoverProps['work']>) {
  return (
    <>
      {percent === undefined ? (
        <Spinner />
      ) : (
        <ProgressRing label={text} size="small" isOnDark parts={[{ percent, tone: 'back' }]} />
      )}
      <Box className={styles.words}>{text}</Box>
    </>
  )
}

/** Screenshot of a phone, dimmed or hidden by its state. Fills its parent. */
export function DeviceCover({ src, tone, work, onColour }: DeviceCoverProps) {
  return (
    <Box className={styles.cover}>
      <Screen src={src} tone={tone} onColour={onColour} />
      {tone === 'back' && <Box className={styles.veil}>{work && <Work {...work} />}</Box>}
    </Box>
  )
}
