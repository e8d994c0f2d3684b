import { LOADING_TEXT } from '../feedback/in-flight.ts'
import { Box, Tap } from '../ui/elements/elements'
import { Icon } from '../ui/icon/icon.tsx'
import { alert } from '../ui/icon/icons.ts'
import { Spinner } from '../ui/status/spinner.tsx'
import type { ListEnd } from './list-end.ts'
import styles from './list-foot.module.css'

interface ListFootProps {
  readonly end: ListEnd
  readonly onRetry: () => void
}

/** Under the rows: whether there are more. */
export function ListFoot({ end, onRetry }: ListFootProps) {
  switch (end) {
    case 'nothing':
      return <Box className={styles.foot} />
    case 'loading':
      return (
        <Box className={styles.foot} role="status">
          <Spinner size={16} />
          {LOADING_TEXT}
        </Box>
      )
    case 'noMore':
      return <Box className={styles.foot}>没有更多了</Box>
    case 'failed':
      return (
        <Tap className={styles.foot} onTap={onRetry}>
          <Icon of={alert} size={16} />
          加载失败，点此重试
        </Tap>
      )
  }
}
