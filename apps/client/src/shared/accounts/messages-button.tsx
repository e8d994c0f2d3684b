import { pathOf } from '@yunji/contract/pages'
import { useSession } from '../session/session.ts'
import { IconButton } from '../ui/button/icon-button.tsx'
import { bell } from '../ui/icon/icons.ts'

/** Link to the messages, with the unread count. */
export function MessagesButton() {
  const unread = useSession((state) => state.unread.longAll)
  return (
    <IconButton
      of={bell}
      label={unread > 0 ? `消息中心，${unread} 条未读` : '消息中心'}
      count={unread}
      to={pathOf('user/message')}
    />
  )
}
