import { isVerified } from '@yunji/contract/accounts/user/enums'
import type { UserInfo } from '@yunji/contract/accounts/user/schema'
import { maskPhone } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import type { ReactNode } from 'react'
import { Avatar } from '../../../shared/accounts/avatar.tsx'
import { MessagesButton } from '../../../shared/accounts/messages-button.tsx'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { forward, headset } from '../../../shared/ui/icon/icons.ts'
import styles from './profile.module.css'

interface ProfileRowProps {
  readonly to?: string
  readonly onTap?: () => void
  readonly avatar: ReactNode
  readonly name: string
  readonly tag?: ReactNode
  readonly note: string
}

function ProfileRow({ avatar, name, tag, note, ...action }: ProfileRowProps) {
  return (
    <Tap {...action} className={styles.profile}>
      {avatar}
      <Box className={styles.words}>
        <Box className={styles.nameRow}>
          <Box as="h1" className={styles.name}>
            {name}
          </Box>
          {tag}
        </Box>
        <Box as="p" className={styles.note}>
          {note}
        </Box>
      </Box>
      <Box className={styles.arrow}>
        <Icon of={forward} size={20} />
      </Box>
    </Tap>
  )
}

export function Profile({ user }: { readonly user: UserInfo }) {
  return (
    <ProfileRow
      to={pathOf('user/personalData')}
      avatar={<Avatar src={user.avatar} />}
      name={user.name}
      tag={isVerified(user) ? <Tag tone="run">已实名</Tag> : <Tag>未实名</Tag>}
      note={maskPhone(user.mobilePhone)}
    />
  )
}

/** Profile that failed to load; the rest of the page stays usable. */
export function ProfileError({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return <ProfileRow onTap={onRetry} avatar={<Avatar isNobody />} name="点此重试" note={reason} />
}

export function LoginEntry() {
  return (
    <ProfileRow
      to={pathOf('login/login')}
      avatar={<Avatar isNobody />}
      name="点击登录 / 注册"
      note="登录后管理你的云手机"
    />
  )
}

/** Link in the page's corner, beside the mini-program's capsule. */
export function ProfileHeader() {
  return (
    <Box as="header" className={styles.header}>
      <IconButton of={headset} label="联系客服" to={pathOf('CustomerService/index')} />
      <MessagesButton />
    </Box>
  )
}
