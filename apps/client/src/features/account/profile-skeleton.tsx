import { Box } from '../../shared/ui/elements'
import styles from './profile-skeleton.module.css'

export function ProfileSkeleton() {
  return (
    <Box className={styles.row} role="status" label="加载中…">
      <Box className={styles.round} />
      <Box>
        <Box className={styles.line} />
        <Box className={styles.line} />
      </Box>
    </Box>
  )
}
