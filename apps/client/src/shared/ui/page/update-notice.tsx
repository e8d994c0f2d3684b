import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { openWithPage } from '../../feedback/page-change.ts'
import { applyUpdate, watchUpdates } from '../../platform/app/updates'
import { IconButton } from '../button/icon-button.tsx'
import { Box, Tap } from '../elements/elements'
import { close } from '../icon/icons.ts'
import styles from './update-notice.module.css'

const notice = createStore(() => ({ isShown: false }))

watchUpdates(() =>
  openWithPage(
    () => true,
    () => notice.setState({ isShown: true }),
  ),
)

/** A newer client is ready. The user decides when: a page that reloads by itself takes away what is typed on it. */
export function UpdateNotice() {
  const isShown = useStore(notice, (state) => state.isShown)
  return (
    <Box className={styles.place} live="polite">
      {isShown && (
        <Box className={styles.notice}>
          新版本已就绪
          <Tap className={styles.refresh} onTap={() => void applyUpdate()}>
            刷新
          </Tap>
          <IconButton of={close} label="稍后更新" onTap={() => notice.setState({ isShown: false })} />
        </Box>
      )}
    </Box>
  )
}
