import { checkStatusLabels } from '@yunji/contract/accounts/user/enums'
import type { UserInfo } from '@yunji/contract/accounts/user/schema'
import { maskPhone } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { Avatar } from '../../../shared/accounts/avatar.tsx'
import { useUserInfo } from '../../../shared/accounts/user-info.ts'
import { personalPath } from '../../../shared/navigation/page-paths.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { AvatarSheet } from './avatar-sheet.tsx'
import { NameSheet } from './name-sheet.tsx'
import styles from './profile.module.css'
import { useAvatarChange } from './profile-changes.ts'
import { checkShown } from './profile-text.ts'
import { WorkTypes } from './work-types.tsx'

function ProfileRows({ user }: { readonly user: UserInfo }) {
  const [open, setOpen] = useState<'name' | 'avatar'>()
  const avatar = useAvatarChange()
  const close = () => setOpen(undefined)
  const closeAnd = (change: () => unknown) => () => {
    close()
    change()
  }
  return (
    <>
      <Card>
        <Cell
          title="头像"
          value={
            <Box className={styles.avatar}>
              <Avatar src={user.avatar} />
            </Box>
          }
          onTap={() => (user.avatar ? setOpen('avatar') : void avatar.choose())}
        />
        <Cell title="昵称" value={<Box className={styles.name}>{user.name}</Box>} onTap={() => setOpen('name')} />
        <Cell
          title="手机号"
          value={<Box className={styles.name}>{maskPhone(user.mobilePhone)}</Box>}
          to={pathOf('user/changePhone')}
        />
        <Cell
          title="实名认证"
          value={<Box className={styles.name}>{checkStatusLabels[checkShown(user)]}</Box>}
          to={personalPath('verification')}
        />
      </Card>
      <WorkTypes />
      <Card>
        <Cell title="账号与安全" sub="手机号、密码、登录设备" to={personalPath('security')} />
      </Card>
      <NameSheet name={user.name} isOpen={open === 'name'} onClose={close} />
      <AvatarSheet
        isOpen={open === 'avatar'}
        onChoose={closeAnd(avatar.choose)}
        onRemove={closeAnd(avatar.remove)}
        onClose={close}
      />
    </>
  )
}

/** The user's own data, with links to edit it. */
export function OwnProfile() {
  return (
    <Box className={styles.profile}>
      <Async of={useUserInfo()} loading={<RowsSkeleton rows={4} />}>
        {(user) => <ProfileRows user={user} />}
      </Async>
    </Box>
  )
}
