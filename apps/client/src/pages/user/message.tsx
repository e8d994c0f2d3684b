import { CentreActions } from '../../features/messages/centre/centre-actions.tsx'
import { MessageCentre } from '../../features/messages/centre/message-centre.tsx'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserMessagePage() {
  return (
    <Page route="user/message" action={<CentreActions />}>
      <MessageCentre />
    </Page>
  )
}
