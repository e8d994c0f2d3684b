import { pathOf } from '@yunji/contract/pages'
import { showToast } from '../../../shared/feedback/toast.ts'
import { useSession } from '../../../shared/session/session.ts'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { gear } from '../../../shared/ui/icon/account.ts'
import { useMarkAllRead } from '../message-changes.ts'

/** Actions of the title bar: mark all read, and the message settings. */
export function CentreActions() {
  const unread = useSession((state) => state.unread.longAll)
  const markAllRead = useMarkAllRead()
  return (
    <>
      <TextLink tone="ink" onTap={() => (unread > 0 ? markAllRead.run() : showToast('没有未读消息'))}>
        全部已读
      </TextLink>
      <IconButton of={gear} label="消息设置" to={pathOf('user/messageSet')} />
    </>
  )
}
