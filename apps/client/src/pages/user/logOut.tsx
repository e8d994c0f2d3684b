import { useState } from 'react'
import { DeleteAccount } from '../../features/accounts/deletion/delete-account.tsx'
import { DeletionScheduled } from '../../features/accounts/deletion/deletion-scheduled.tsx'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserLogOutPage() {
  const [erasesAt, setErasesAt] = useState<number>()
  return (
    // The account was just logged out: the result must still be readable.
    <Page route="user/logOut" isAdmitted={erasesAt !== undefined}>
      {erasesAt === undefined ? <DeleteAccount onLeft={setErasesAt} /> : <DeletionScheduled erasesAt={erasesAt} />}
    </Page>
  )
}
