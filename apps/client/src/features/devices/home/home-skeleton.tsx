import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import styles from './home-skeleton.module.css'

const TOOLS = ['one', 'two', 'three', 'four', 'five'] as const

/** Skeleton of the single view. */
export function HomeSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.view}>
        <Box className={styles.phone}>
          <Bone height={344} shape="block" />
        </Box>
        <Box className={styles.enter} />
        <Bone width={148} height={22} />
        <Bone width={236} height={16} />
      </Box>
      <Card className={styles.tools}>
        {TOOLS.map((tool) => (
          <Box key={tool} className={styles.tool}>
            <Bone width={24} height={24} shape="block" />
            <Bone width={28} height={10} />
          </Box>
        ))}
      </Card>
    </Skeleton>
  )
}
