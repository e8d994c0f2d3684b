import { pathOf } from '@yunji/contract/pages'
import { rechargePath } from '../../../../shared/navigation/page-paths.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { leave, useInstance } from '../instance-store.ts'
import { type EndMessage, endMessage } from './end-message.ts'
import styles from './end-view.module.css'

interface EndCardProps {
  readonly words: EndMessage
  readonly onRetry?: () => void
}

/** Reason of an ended session, and the next step. */
export function EndCard({ words: { title, hint, step, stepText }, onRetry }: EndCardProps) {
  return (
    <Box className={styles.cover}>
      <Box className={styles.card} role="alert">
        <Box as="h2" className={styles.title}>
          {title}
        </Box>
        <Box as="p" className={styles.hint}>
          {hint}
        </Box>
        <Box className={styles.actions}>
          {step === 'retry' && onRetry && <Button onTap={onRetry}>{stepText}</Button>}
          {step === 'renew' && <Button to={pathOf('Renew/index')}>{stepText}</Button>}
          {step === 'buy' && <Button to={pathOf('Home/create')}>{stepText}</Button>}
          {step === 'recharge' && <Button to={rechargePath('beans')}>{stepText}</Button>}
          <Button variant={step ? 'quiet' : 'primary'} onTap={leave}>
            返回
          </Button>
        </Box>
      </Box>
    </Box>
  )
}

export function EndView({ onRetry }: Pick<EndCardProps, 'onRetry'>) {
  const end = useInstance(({ player }) => player.end)
  const isMetered = useInstance(({ player }) => player.device?.isMetered ?? false)
  const isTrial = useInstance(({ player }) => player.device?.isTrial ?? false)
  return end && <EndCard words={endMessage(end, isMetered, isTrial)} onRetry={onRetry} />
}
