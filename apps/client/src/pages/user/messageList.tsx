import { MessageListPage } from '../../features/messages/message-list-page.tsx'
import { MESSAGE_TYPE_PARAM, messageTypeOf } from '../../shared/navigation/message-path.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function UserMessageListPage() {
  return <MessageListPage messageType={messageTypeOf(usePageParams()[MESSAGE_TYPE_PARAM])} />
}
