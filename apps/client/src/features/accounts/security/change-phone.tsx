import { useState } from 'react'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { Async } from '../../../shared/ui/status/async.tsx'
import { NewPhoneForm } from './new-phone-form.tsx'
import { OldPhoneForm } from './old-phone-form.tsx'
import { Steps } from './steps.tsx'

const STEPS = ['验证当前手机号', '绑定新手机号']

interface ChangePhoneProps {
  readonly onChanged: () => void
}

/** Another phone for the account, in two steps. */
export function ChangePhone({ onChanged }: ChangePhoneProps) {
  const [proof, setProof] = useState<string>()
  return (
    <Async of={useUserInfo()}>
      {({ mobilePhone, showModifyPassword }) => (
        <>
          <Steps names={STEPS} current={proof === undefined ? 0 : 1} />
          {proof === undefined ? (
            <OldPhoneForm phone={mobilePhone} hasPassword={showModifyPassword === 0} onProved={setProof} />
          ) : (
            <NewPhoneForm
              currentPhone={mobilePhone}
              proof={proof}
              onChanged={onChanged}
              onProofLost={() => setProof(undefined)}
            />
          )}
        </>
      )}
    </Async>
  )
}
