import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import styles from './create-skeleton.module.css'

const LEVELS = ['one', 'two', 'three'] as const
const CARDS = [
  { name: 'configuration', height: 80 },
  { name: 'zones', height: 96 },
  { name: 'durations', height: 124 },
] as const

/** The shelf in outline. */
export function CreateSkeleton() {
  return (
    <Skeleton>
      <Box className={styles.levels}>
        {LEVELS.map((level) => (
          <Bone key={level} width={112} height={92} shape="block" />
        ))}
      </Box>
      {CARDS.map(({ name, height }) => (
        <Card key={name} isPadded>
          <Bone height={height} shape="block" />
        </Card>
      ))}
    </Skeleton>
  )
}
