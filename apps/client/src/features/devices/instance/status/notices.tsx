import { remainingTime } from '@yunji/contract/display/time'
import { decodingSupport, detectFeatures } from '@yunji/player/decoder/choose'
import { type ReactNode, useEffect, useState } from 'react'
import { meteredText } from '../../../../shared/devices/device-display.ts'
import { systemClock } from '../../../../shared/platform/app/clock.ts'
import { classes } from '../../../../shared/ui/classes.ts'
import { Countdown } from '../../../../shared/ui/countdown/countdown.tsx'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { useInstance } from '../instance-store.ts'
import { useStage } from '../stage/use-stage.ts'
import { hasKeyboard } from '../tools/browser.ts'
import glass from '../tools/glass.module.css'
import styles from './notices.module.css'

/** Hints that are shown once. */
const TOLD_MS = 6000
/** Remaining time below which it stays visible. */
const LAST_MINUTES_MS = 10 * 60_000

const useForAWhile = (): boolean => {
  const [isNew, setNew] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), TOLD_MS)
    return () => clearTimeout(timer)
  }, [])
  return isNew
}

interface NoticeProps {
  readonly children: ReactNode
  readonly action?: string
  readonly onTap?: () => void
}

function Notice({ children, action, onTap }: NoticeProps) {
  return (
    <Box className={classes(glass.glass, styles.notice)} role="status">
      <Box className={styles.text}>{children}</Box>
      {action && (
        <Tap className={styles.action} onTap={onTap}>
          {action}
        </Tap>
      )}
    </Box>
  )
}

function Remaining() {
  const endsAtMs = useInstance(({ player }) => player.device?.endsAtMs ?? null)
  const isMetered = useInstance(({ player }) => player.device?.isMetered ?? false)
  const isNew = useForAWhile()
  if (endsAtMs === null) return null
  if (isMetered) return isNew ? <Notice>{meteredText(endsAtMs)}</Notice> : null
  if (endsAtMs - systemClock() <= LAST_MINUTES_MS) {
    return (
      <Notice>
        剩余 <Countdown endsAtMs={endsAtMs} />
      </Notice>
    )
  }
  return isNew ? <Notice>{remainingTime(endsAtMs, systemClock())}</Notice> : null
}

/** Told once: words can be written straight into the picture. */
function TypingHint() {
  const isControl = useInstance(({ player }) => player.mode === 'control')
  const isNew = useForAWhile()
  const { isRoomy } = useStage()
  return hasKeyboard && isRoomy && isControl && isNew ? <Notice>点按画面后可以直接打字，支持中文输入法</Notice> : null
}

const isInsecure = () => decodingSupport(detectFeatures()) === 'insecure'

interface NoticesProps {
  readonly onTakeControl: () => void
  readonly onStillHere: () => void
}

/** Notices over the running phone. */
export function Notices({ onTakeControl, onStillHere }: NoticesProps) {
  const isLive = useInstance(({ player }) => player.phase === 'live')
  const isViewOnly = useInstance(({ player }) => player.mode === 'view')
  const isTaken = useInstance(({ player }) => player.isControlTaken)
  const idleEndsAtMs = useInstance(({ player }) => player.idleEndsAtMs)
  if (!isLive) return null
  return (
    <Box className={styles.stack}>
      {idleEndsAtMs !== null && (
        <Notice action="继续使用" onTap={onStillHere}>
          长时间没有操作，
          <Countdown endsAtMs={idleEndsAtMs} /> 后断开
        </Notice>
      )}
      {isViewOnly && <Notice>仅查看：可以观看，不能操作</Notice>}
      {isTaken && (
        <Notice action="由我操作" onTap={onTakeControl}>
          其他人正在操作
        </Notice>
      )}
      {isInsecure() && <Notice>当前不是 HTTPS 地址，画面以兼容方式播放，剪贴板需手动粘贴</Notice>}
      <Remaining />
      <TypingHint />
    </Box>
  )
}
