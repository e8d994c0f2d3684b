import { classes } from './classes.ts'
import styles from './device-cover.module.css'
import { Box } from './elements'
import { Picture } from './picture'
import { ProgressRing } from './progress-ring.tsx'
import type { StateTone } from './state-badge.tsx'

export interface DeviceCoverProps {
  /** The address of the picture; a phone that has sent none yet shows an empty screen. */
  readonly src?: string
  readonly tone: StateTone
  /** What is being done to it, and how far it is. */
  readonly work?: { readonly text: string; readonly percent: number }
}

const isAsleep = (tone: StateTone) => tone === 'dead' || tone === 'off'

/** What is on a phone's screen, as its state lets it be seen. Fills its place. */
export function DeviceCover({ src, tone, work }: DeviceCoverProps) {
  return (
    <Box className={styles.cover}>
      {src && <Picture className={classes(styles.picture, isAsleep(tone) && styles.asleep)} src={src} />}
      {tone === 'back' && (
        <Box className={styles.veil}>
          {work && (
            <>
              <ProgressRing label={work.text} size="small" isOnDark parts={[{ percent: work.percent, tone: 'back' }]} />
              <Box className={styles.words}>{work.text}</Box>
            </>
          )}
        </Box>
      )}
    </Box>
  )
}
