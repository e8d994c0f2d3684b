import type { MessageRecord } from '@yunji/contract/messages/schema'
import type { PagedList } from '../../../shared/list/use-paged-list.ts'
import { Tap } from '../../../shared/ui/elements/elements'
import { hasNewer } from './cached-messages.ts'
import styles from './new-messages.module.css'

interface NewMessagesProps {
  /** Time of the newest message of the type. */
  readonly newestAtMs: number | undefined
  readonly list: PagedList<MessageRecord>
}

/** Button for new messages that are not in the list yet; the list moves only on a tap. */
export function NewMessages({ newestAtMs, list }: NewMessagesProps) {
  if (!list.query.data || !hasNewer(newestAtMs, list.rows)) return null
  return (
    <Tap className={styles.bar} onTap={() => void list.refresh()}>
      有新消息，点此查看
    </Tap>
  )
}
