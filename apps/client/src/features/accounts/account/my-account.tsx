import { getAccountFigures } from '@yunji/contract/commerce/wallet/calls'
import { useLogOut } from '../../../shared/accounts/log-out.ts'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { messageOf } from '../../../shared/api/api-error.ts'
import { useCall } from '../../../shared/api/query.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { useIsLoggedIn } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Async } from '../../../shared/ui/status/async.tsx'
import { AccountMenu } from './account-menu.tsx'
import type { AccountFigures } from './figures.ts'
import styles from './my-account.module.css'
import { LoginEntry, Profile, ProfileError } from './profile.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { Settings } from './settings.tsx'
import { WorkEntries } from './work-entries.tsx'

function OwnProfile() {
  const info = useUserInfo()
  if (info.error && !info.data)
    return <ProfileError reason={messageOf(info.error)} onRetry={() => void info.refetch()} />
  return (
    <Async of={info} loading={<ProfileSkeleton />}>
      {(user) => <Profile user={user} />}
    </Async>
  )
}

/** Figures of the account; undefined without a login. Refetched on return, since pages opened from here change them. */
const useFigures = (): AccountFigures | undefined => {
  const { data, refetch, isEnabled } = useCall(getAccountFigures, {})
  useReturn(() => {
    if (isEnabled) void refetch()
  })
  return data
}

export function MyAccount() {
  const isLoggedIn = useIsLoggedIn()
  const figures = useFigures()
  const leaving = useLogOut()
  return (
    <Box className={styles.account}>
      {isLoggedIn ? <OwnProfile /> : <LoginEntry />}
      <AccountMenu figures={figures} />
      {isLoggedIn && <WorkEntries openOrders={figures?.openOrders ?? 0} />}
      <Settings />
      {isLoggedIn && (
        <Box className={styles.logOut}>
          <Button variant="outline" isBusy={leaving.isBusy} busyText="退出中…" onTap={leaving.run}>
            退出登录
          </Button>
        </Box>
      )}
    </Box>
  )
}
