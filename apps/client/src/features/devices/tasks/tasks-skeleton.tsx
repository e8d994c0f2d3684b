import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import styles from './tasks-skeleton.module.css'

const CARDS = ['48%', '64%', '40%', '56%'] as const

/** Skeleton of the task cards. */
export function TasksSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.list}>
        {CARDS.map((width) => (
          <Card key={width} className={styles.card}>
            <Bone width={40} height={40} shape="block" />
            <Box className={styles.words}>
              <Bone width="32%" height={18} />
              <Bone width={width} height={14} />
              <Bone height={6} shape="pill" />
            </Box>
          </Card>
        ))}
      </Box>
    </Skeleton>
  )
}
