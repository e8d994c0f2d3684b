import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useRenewMsg } from '../../../shared/accounts/common-config.ts'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './renewal-notice.module.css'

interface RenewalNoticeProps {
  /** Of the user's own devices. */
  readonly counts: { readonly expiringSoon: number; readonly expired: number }
}

/** Notice of expiring or expired devices, with a link to renew. */
export function RenewalNotice({ counts: { expiringSoon, expired } }: RenewalNoticeProps) {
  const reminder = useRenewMsg()
  const hasEnded = expired > 0
  if (!hasEnded && expiringSoon === 0) return null
  return (
    <Box className={styles.place}>
      <NoticeBar
        text={hasEnded ? reminder : `${formatCount(expiringSoon)} 台设备将在 24 小时内到期`}
        tone={hasEnded ? 'dead' : 'soon'}
        action="去续费"
        to={pathOf('Renew/index')}
      />
    </Box>
  )
}
