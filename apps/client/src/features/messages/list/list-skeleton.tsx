import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import styles from './list-skeleton.module.css'

const CARDS = ['36%', '44%', '30%'] as const

/** The cards in outline. */
export function ListSkeleton() {
  return (
    <Skeleton>
      {CARDS.map((width) => (
        <Box key={width}>
          <Box className={styles.time}>
            <Bone width={64} height={12} />
          </Box>
          <Card className={styles.card}>
            <Bone width={width} height={18} />
            <Bone height={74} shape="block" />
            <Bone width="84%" height={14} />
          </Card>
        </Box>
      ))}
    </Skeleton>
  )
}
