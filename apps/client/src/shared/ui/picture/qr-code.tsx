import { useMemo } from 'react'
import { Box } from '../elements/elements'
import { Picture } from './picture'
import styles from './qr-code.module.css'
import { qrPicture } from './qr-picture.ts'

/** Sharp on screens of three pixels a point. */
const SHOWN_SCALE = 9

interface QrCodeProps {
  readonly text: string
  /** Caption below the code: the effect of scanning it. */
  readonly label: string
}

/** QR code on white, whatever the colours of the page: readers want dark on light. */
export function QrCode({ text, label }: QrCodeProps) {
  const src = useMemo(() => qrPicture(text, SHOWN_SCALE), [text])
  return (
    <Box className={styles.plate}>
      <Picture className={styles.code} src={src} alt={`二维码：${label}`} />
      <Box className={styles.label}>{label}</Box>
    </Box>
  )
}
