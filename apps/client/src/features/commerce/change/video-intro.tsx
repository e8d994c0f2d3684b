import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { memory, signal } from '../../../shared/ui/icon/device.ts'
import { video } from '../../../shared/ui/icon/files.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import styles from './change.module.css'

const points = [
  { icon: video, title: '专为视频应用定制', note: '预装视频解码组件，长视频和直播更流畅' },
  { icon: signal, title: '更高的画面码率', note: '高清画质下减少卡顿和花屏' },
  { icon: memory, title: '后台常驻优化', note: '视频应用切到后台不易被清理' },
] as const

/** Features of the video custom edition. */
export function VideoIntro() {
  return (
    <Box className={styles.gap}>
      <Card>
        {points.map(({ icon, title, note }) => (
          <Cell key={title} leading={<IconTile of={icon} tone="back" />} title={title} sub={note} />
        ))}
      </Card>
    </Box>
  )
}
