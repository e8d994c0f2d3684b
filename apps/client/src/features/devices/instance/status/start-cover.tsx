import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { play } from '../../../../shared/ui/icon/device.ts'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { useInstance } from '../instance-store.ts'
import styles from './start-cover.module.css'

/** Tap target for browsers that need a gesture before playback. */
export function StartCover({ onStart }: { readonly onStart: () => void }) {
  const isNeeded = useInstance(({ player }) => player.isTapNeeded)
  if (!isNeeded) return null
  return (
    <Tap className={styles.cover} label="点按开始" onTap={onStart}>
      <Box className={styles.sign}>
        <Icon of={play} size={28} />
      </Box>
      <Box as="span">点按屏幕，开始播放云手机画面</Box>
    </Tap>
  )
}
