import { pathOf } from '@yunji/contract/navigation/pages'
import { useRenewalReminder } from '../../shared/account/common-config.ts'
import { logOut } from '../../shared/account/log-out.ts'
import { useUserInfo } from '../../shared/account/user-info.ts'
import { useIsLoggedIn, useSession } from '../../shared/session/session.ts'
import { Async } from '../../shared/ui/async.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Cell } from '../../shared/ui/cell.tsx'
import { Box } from '../../shared/ui/elements'
import { bell, lock } from '../../shared/ui/icons.ts'
import { NoticeBar } from '../../shared/ui/notice-bar.tsx'
import { AccountMenu } from './account-menu.tsx'
import styles from './my-account.module.css'
import { LoginEntry, Profile } from './profile.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

function OwnProfile() {
  const info = useUserInfo()
  return (
    <Async of={info} loading={<ProfileSkeleton />}>
      {(user) => <Profile user={user} />}
    </Async>
  )
}

function Settings() {
  const hasNoPassword = useSession((state) => state.showModifyPassword === 1)
  return (
    <Card>
      <Cell icon={bell} title="消息设置" to={pathOf('user/messageSet')} />
      {hasNoPassword ? (
        <Cell icon={lock} title="设置密码" value="建议设置密码" to={pathOf('user/setPassword')} />
      ) : (
        <Cell icon={lock} title="修改密码" to={pathOf('user/changePassword')} />
      )}
    </Card>
  )
}

export function MyAccount() {
  const isLoggedIn = useIsLoggedIn()
  const reminder = useRenewalReminder()
  return (
    <Box className={styles.account}>
      {isLoggedIn ? <OwnProfile /> : <LoginEntry />}
      {isLoggedIn && (
        <Box className={styles.notice}>
          <NoticeBar text={`续费提醒：${reminder}`} />
        </Box>
      )}
      <AccountMenu />
      {isLoggedIn && <Settings />}
      {isLoggedIn && (
        <Box className={styles.logOut}>
          <Button look="outline" onTap={() => void logOut()}>
            退出登录
          </Button>
        </Box>
      )}
    </Box>
  )
}
