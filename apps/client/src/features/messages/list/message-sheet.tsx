import { messageTypeLabels } from '@yunji/contract/messages/rules'
import type { MessageRecord } from '@yunji/contract/messages/schema'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { DELETING, useDeleteMessages } from '../message-changes.ts'
import { isOwnPage } from './cached-messages.ts'
import { MessageBody } from './message-body.tsx'
import { useFollowLink } from './message-card.tsx'
import { messageDate } from './message-device.tsx'
import styles from './message-sheet.module.css'

interface MessageSheetProps {
  readonly message: MessageRecord
  readonly isOpen: boolean
  readonly readAtMs: number
  readonly nowMs: number
  readonly onClose: () => void
}

/** Sheet with the whole message. */
export function MessageSheet({ message, isOpen, readAtMs, nowMs, onClose }: MessageSheetProps) {
  const { messageType, messageId, createdAt, link, linkText } = message
  const deletion = useDeleteMessages(messageType, onClose)
  const followLink = useFollowLink()
  const go = () => {
    onClose()
    followLink(message)
  }
  return (
    <Sheet
      isOpen={isOpen}
      title={messageTypeLabels[messageType]}
      onClose={onClose}
      footer={
        <Box className={styles.footer}>
          <Box className={styles.half}>
            <Button
              variant="danger"
              size="medium"
              isBusy={deletion.isBusy}
              busyText={DELETING}
              onTap={() => deletion.run([messageId])}
            >
              删除
            </Button>
          </Box>
          {isOwnPage(link) && (
            <Box className={styles.half}>
              <Button size="medium" onTap={go}>
                {linkText}
              </Button>
            </Box>
          )}
        </Box>
      }
    >
      <Box className={styles.content}>
        <MessageBody message={{ ...message, isRead: 1 }} readAtMs={readAtMs} nowMs={nowMs} isWhole />
        <Box as="p" className={styles.time}>
          {messageDate(createdAt)}
        </Box>
      </Box>
    </Sheet>
  )
}
