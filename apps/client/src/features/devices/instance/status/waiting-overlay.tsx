import { Box } from '../../../../shared/ui/elements/elements'
import { Spinner } from '../../../../shared/ui/status/spinner.tsx'
import { useInstance } from '../instance-store.ts'
import styles from './waiting-overlay.module.css'

/** Text of the wait; the last picture stays visible below. */
const useWait = (): string | undefined =>
  useInstance(({ player: { phase, phone, picture } }) => {
    if (phase === 'ended') return undefined
    if (phase === 'reconnecting') return '网络不稳定，正在重新连接…'
    if (phone !== 'online') return '云手机正在启动，请稍候…'
    return picture ? undefined : '正在连接云手机…'
  })

export function WaitingOverlay() {
  const text = useWait()
  if (!text) return null
  return (
    <Box className={styles.veil} role="status">
      <Spinner />
      <Box as="p">{text}</Box>
    </Box>
  )
}
