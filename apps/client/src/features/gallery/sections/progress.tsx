import { Box } from '../../../shared/ui/elements/elements'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { ProgressRing } from '../../../shared/ui/progress/progress-ring.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'
import styles from './progress.module.css'

function Content() {
  return (
    <>
      <Specimen title="bar: 0, 38, 62, 100">
        <Box className={styles.bars}>
          <ProgressBar label="等待上传" percent={0} />
          <ProgressBar label="正在上传" percent={38} />
          <ProgressBar label="正在备份" percent={62} tone="back" />
          <ProgressBar label="上传失败" percent={100} tone="dead" />
        </Box>
      </Specimen>
      <Specimen title="ring: parts of a whole, one value, none, all">
        <Row>
          <ProgressRing
            label="已使用的空间"
            parts={[
              { percent: 36, tone: 'brand' },
              { percent: 16, tone: 'back' },
              { percent: 8, tone: 'teal' },
            ]}
          >
            <Box className={styles.figure}>60%</Box>
            <Box className={styles.caption}>已使用</Box>
          </ProgressRing>
          <ProgressRing label="正在恢复" size="small" parts={[{ percent: 45, tone: 'back' }]} />
          <ProgressRing label="尚未开始" size="small" parts={[{ percent: 0, tone: 'brand' }]} />
          <ProgressRing label="已完成" size="small" parts={[{ percent: 100, tone: 'brand' }]} />
        </Row>
      </Specimen>
    </>
  )
}

export const progressSection: GallerySection = { id: 'progress', title: '进度', Content }
