import type { PropsWithChildren } from 'react'
import { LOADING_TEXT } from '../../feedback/in-flight.ts'
import { Card } from '../card/card.tsx'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import styles from './skeleton.module.css'

interface BoneProps {
  /** Pixels, or a share of the row. */
  readonly width?: number | `${number}%`
  readonly height: number
  readonly shape?: 'line' | 'block' | 'pill' | 'round'
}

/** A place that something will be in. */
export function Bone({ width = '100%', height, shape = 'line' }: BoneProps) {
  return (
    <Box
      className={classes(styles.bone, styles[shape])}
      style={{ width: typeof width === 'number' ? `${width}px` : width, height: `${height}px` }}
    />
  )
}

/** Content in outline, of the size that it will have. */
export function Skeleton({ children }: PropsWithChildren) {
  return (
    <Box role="status" label={LOADING_TEXT}>
      {children}
    </Box>
  )
}

const ROWS = ['60%', '84%', '48%', '72%', '56%', '80%'] as const

interface RowsSkeletonProps {
  /** Up to six. */
  readonly rows?: number
}

/** A card of rows with a picture and two lines each. */
export function RowsSkeleton({ rows = 4 }: RowsSkeletonProps) {
  return (
    <Skeleton>
      <Card>
        {ROWS.slice(0, rows).map((width) => (
          <Box key={width} className={styles.row}>
            <Bone width={40} height={40} shape="block" />
            <Box className={styles.words}>
              <Bone width={width} height={14} />
              <Bone width="36%" height={12} />
            </Box>
          </Box>
        ))}
      </Card>
    </Skeleton>
  )
}
