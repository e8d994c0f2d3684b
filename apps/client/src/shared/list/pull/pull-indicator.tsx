import { LOADING_TEXT } from '../../feedback/in-flight.ts'
import { Box } from '../../ui/elements/elements'
import { down, up } from '../../ui/icon/controls.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import type { PullPhase } from './pull-gesture.ts'
import styles from './pull-indicator.module.css'

const texts: Readonly<Record<PullPhase, string>> = {
  rest: '',
  pulling: '下拉刷新',
  ready: '释放更新',
  refreshing: LOADING_TEXT,
}

interface PullIndicatorProps {
  readonly phase: PullPhase
}

/** Indicator of a pull, above the list. */
export function PullIndicator({ phase }: PullIndicatorProps) {
  return (
    <Box className={styles.indicator} live="polite">
      {phase === 'refreshing' && <Spinner size={16} />}
      {phase === 'pulling' && <Icon of={down} size={16} />}
      {phase === 'ready' && <Icon of={up} size={16} />}
      {texts[phase]}
    </Box>
  )
}
