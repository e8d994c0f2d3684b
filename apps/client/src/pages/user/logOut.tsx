import { useState } from 'react'
import { DeleteAccount } from '../../features/accounts/deletion/delete-account.tsx'
import { DeletionAsked } from '../../features/accounts/deletion/deletion-asked.tsx'
import { Page } from '../../shared/ui/page/page.tsx'

export default function UserLogOutPage() {
  const [erasesAt, setErasesAt] = useState<number>()
  return (
    // The account was just logged out: the result must still be readable.
    <Page route="user/logOut" isAdmitted={erasesAt !== undefined}>
      {erasesAt === undefined ? <DeleteAccount onLeft={setErasesAt} /> : <DeletionAsked erasesAt={erasesAt} />}
    </Page>
  )
}
