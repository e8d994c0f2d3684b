import { Box } from '../../../shared/ui/elements/elements'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import styles from './profile-skeleton.module.css'

export function ProfileSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.row}>
        <Bone width={60} height={60} shape="round" />
        <Box className={styles.words}>
          <Bone width={120} height={20} />
          <Bone width={96} height={14} />
        </Box>
      </Box>
    </Skeleton>
  )
}
