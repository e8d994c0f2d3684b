import { MessageSettingsList } from '../../features/messages/settings/message-settings-list.tsx'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserMessageSetPage() {
  return (
    <Page route="user/messageSet">
      <MessageSettingsList />
    </Page>
  )
}
