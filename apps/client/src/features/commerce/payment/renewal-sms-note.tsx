import { maskPhone } from '@yunji/contract/display/text'
import { getMessageSettings } from '@yunji/contract/messages/calls'
import { MessageType } from '@yunji/contract/messages/rules'
import { pathOf } from '@yunji/contract/pages'
import { useCall } from '../../../shared/api/query.ts'
import { useSession } from '../../../shared/session/session.ts'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './paid-view.module.css'

/** After the first purchase of phones: reminders come by SMS, and where that is switched off. */
export function RenewalSmsNote() {
  const settings = useCall(getMessageSettings, {}).data?.settings
  const mobilePhone = useSession((state) => state.mobilePhone)
  const isOn = settings?.find(({ messageType }) => messageType === MessageType.renewalReminder)?.isSentBySms
  if (!isOn || !mobilePhone) return null
  return (
    <Box className={styles.note}>
      <NoticeBar
        tone="brand"
        text={`续费提醒会发短信到 ${maskPhone(mobilePhone)}`}
        action="设置"
        to={pathOf('user/messageSet')}
      />
    </Box>
  )
}
