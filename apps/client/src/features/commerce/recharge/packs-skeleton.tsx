import { Box } from '../../../shared/ui/elements/elements'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import styles from './recharge.module.css'

const TILES = ['1', '2', '3', '4', '5', '6'] as const

/** The offers in outline. */
export function PacksSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.section}>
        <Bone width={88} height={20} />
        <Box className={styles.bones}>
          {TILES.map((tile) => (
            <Bone key={tile} height={72} shape="block" />
          ))}
        </Box>
      </Box>
    </Skeleton>
  )
}
