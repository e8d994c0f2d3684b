import { MessageListPage } from '../../features/messages/list/message-list-page.tsx'
import { MESSAGE_TYPE_PARAM, messageTypeOf } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserMessageListPage() {
  return <MessageListPage messageType={messageTypeOf(usePageParams()[MESSAGE_TYPE_PARAM])} />
}
