import { MessageSettingsList } from '../../features/messages/message-settings-list.tsx'
import { Page } from '../../shared/ui/page.tsx'

export default function UserMessageSetPage() {
  return (
    <Page route="user/messageSet">
      <MessageSettingsList />
    </Page>
  )
}
