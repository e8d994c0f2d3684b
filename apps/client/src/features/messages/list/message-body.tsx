import type { MessageRecord } from '@yunji/contract/messages/schema'
import { useDeviceDisplay } from '../../../shared/devices/use-device-display.ts'
import { Dot } from '../../../shared/ui/badge/badge.tsx'
import { StateBadge } from '../../../shared/ui/badge/state-badge.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './message-body.module.css'
import { devicesOf, MessageDevice, MessageDevices } from './message-device.tsx'

interface MessageBodyProps {
  readonly message: MessageRecord
  /** Time of the fetch, by this page's clock. */
  readonly readAtMs: number
  readonly nowMs: number
  /** The whole text, however long it is. */
  readonly isWhole?: boolean
}

const DATES = /(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)/

/** A text in pieces, each with its place; every second one is a date. */
const piecesOf = (text: string) =>
  text.split(DATES).map((piece, at, all) => ({ piece, start: all.slice(0, at).join('').length, isDate: at % 2 === 1 }))

/** Text whose dates and quantities stay on one line. */
function Words({ text }: { readonly text: string }) {
  return piecesOf(text.replaceAll(' × ', '\u00a0×\u00a0')).map(({ piece, start, isDate }) =>
    isDate ? (
      <Box as="span" key={start} className={styles.date}>
        {piece}
      </Box>
    ) : (
      piece
    ),
  )
}

/** Body of a message, with its device. */
export function MessageBody({ message, readAtMs, nowMs, isWhole }: MessageBodyProps) {
  const { title, content, isRead } = message
  const displayOf = useDeviceDisplay()
  const devices = devicesOf(message)
  const device = devices.length === 1 ? devices[0] : undefined
  const display = device && displayOf({ ...device, endsAtMs: readAtMs + device.remainingMs }, nowMs)
  return (
    <>
      <Box className={styles.top}>
        {!isRead && (
          <Box role="img" label="未读">
            <Dot />
          </Box>
        )}
        <Box as="h2" className={styles.title}>
          {title}
        </Box>
        {display && <StateBadge tone={display.tone}>{display.brief}</StateBadge>}
      </Box>
      {device && display && <MessageDevice device={device} tone={display.tone} />}
      {devices.length > 1 && (
        <MessageDevices devices={devices} readAtMs={readAtMs} nowMs={nowMs} isWhole={isWhole ?? false} />
      )}
      <Box as="p" className={classes(styles.content, !isWhole && styles.cut)}>
        <Words text={content} />
      </Box>
    </>
  )
}
