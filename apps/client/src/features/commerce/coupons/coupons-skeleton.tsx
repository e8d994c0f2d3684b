import { Box } from '../../../shared/ui/elements/elements'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import styles from './coupons.module.css'

const TICKETS = ['first', 'second', 'third', 'fourth'] as const

/** The tickets in outline. */
export function CouponsSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.list}>
        {TICKETS.map((ticket) => (
          <Bone key={ticket} height={104} shape="block" />
        ))}
      </Box>
    </Skeleton>
  )
}
