import { Card } from '../../../shared/ui/card/card.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Bone, Skeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import styles from './message-centre.module.css'

const LINES = ['72%', '84%', '60%', '78%', '54%'] as const

/** The five lines in outline. */
export function CentreSkeleton() {
  return (
    <Skeleton>
      <Card>
        {LINES.map((width) => (
          <Box key={width} className={styles.line}>
            <Bone width={48} height={48} shape="block" />
            <Box className={styles.body}>
              <Bone width={72} height={16} />
              <Box className={styles.newest}>
                <Bone width={width} height={14} />
              </Box>
            </Box>
          </Box>
        ))}
      </Card>
    </Skeleton>
  )
}
