import { pathOf } from '@yunji/contract/pages'
import { useRenewMsg } from '../../../shared/accounts/common-config.ts'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import type { HomeDevice } from './api/home-device.ts'
import styles from './renewal-notice.module.css'

interface RenewalNoticeProps {
  readonly devices: readonly HomeDevice[]
  readonly expiringSoon: number
}

/** Notice of expiring or expired devices, with a link to renew. */
export function RenewalNotice({ devices, expiringSoon }: RenewalNoticeProps) {
  const reminder = useRenewMsg()
  const hasEnded = devices.some(({ state, right, isMetered }) => state === 'expired' && right === 'owner' && !isMetered)
  if (!hasEnded && expiringSoon === 0) return null
  return (
    <Box className={styles.place}>
      <NoticeBar
        text={hasEnded ? reminder : `${expiringSoon} 台设备将在 24 小时内到期`}
        tone={hasEnded ? 'dead' : 'soon'}
        action="去续费"
        to={pathOf('Renew/index')}
      />
    </Box>
  )
}
