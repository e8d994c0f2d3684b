import { CentreActions } from '../../features/messages/centre-actions.tsx'
import { MessageCentre } from '../../features/messages/message-centre.tsx'
import { Page } from '../../shared/ui/page.tsx'

export default function UserMessagePage() {
  return (
    <Page route="user/message" action={<CentreActions />}>
      <MessageCentre />
    </Page>
  )
}
