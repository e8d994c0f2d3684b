import { Box } from '../elements/elements'
import { DeviceCover, type DeviceCoverProps } from './device-cover.tsx'
import styles from './phone-frame.module.css'

interface PhoneFrameProps extends DeviceCoverProps {
  /** The main colour of the picture: it shines around the phone. */
  readonly glow?: string
}

/** A phone as wide as its place, with its screen on. */
export function PhoneFrame({ glow, ...cover }: PhoneFrameProps) {
  return (
    <Box className={styles.place}>
      {glow && <Box className={styles.glow} style={{ '--glow': glow }} isDecoration />}
      <Box className={styles.frame}>
        <Box className={styles.screen}>
          <DeviceCover {...cover} />
        </Box>
      </Box>
    </Box>
  )
}
