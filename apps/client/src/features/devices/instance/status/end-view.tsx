import { pathOf } from '@yunji/contract/pages'
import { rechargePath } from '../../../../shared/navigation/page-paths.ts'
import { newTicketPath } from '../../../../shared/navigation/service-paths.ts'
import { useIsLoggedIn } from '../../../../shared/session/session.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { leave, useInstance } from '../instance-store.ts'
import { type EndMessage, endMessage } from './end-message.ts'
import styles from './end-view.module.css'

interface EndCardProps {
  readonly words: EndMessage
  readonly onRetry?: () => void
  /** Way to a ticket; undefined without a login. */
  readonly helpPath?: string | undefined
}

/** Reason of an ended session, and the next step. */
export function EndCard({ words: { title, hint, step, stepText }, onRetry, helpPath }: EndCardProps) {
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
          {helpPath && <TextLink to={helpPath}>遇到问题，联系客服</TextLink>}
        </Box>
      </Box>
    </Box>
  )
}

interface EndViewProps extends Pick<EndCardProps, 'onRetry'> {
  /** Device of the address; undefined where a ticket has opened the screen. */
  readonly deviceId: number | undefined
}

export function EndView({ onRetry, deviceId }: EndViewProps) {
  const isLoggedIn = useIsLoggedIn()
  const end = useInstance(({ player }) => player.end)
  const isMetered = useInstance(({ player }) => player.device?.isMetered ?? false)
  const isTrial = useInstance(({ player }) => player.device?.isTrial ?? false)
  // A phone that is not the user's any more is no subject of a ticket.
  const isGone = isTrial || end?.reason === 'revoked'
  const helpPath = newTicketPath(deviceId === undefined || isGone ? {} : { deviceId }, 'stream')
  return (
    end && (
      <EndCard
        words={endMessage(end, isMetered, isTrial)}
        onRetry={onRetry}
        helpPath={isLoggedIn ? helpPath : undefined}
      />
    )
  )
}
