import { maskPhone } from '@yunji/contract/display/masking'
import { pathOf } from '@yunji/contract/navigation/pages'
import type { UserInfo } from '@yunji/contract/user/schema'
import { isVerified } from '@yunji/contract/user/verification'
import { classes } from '../../shared/ui/classes.ts'
import { Box, Tap } from '../../shared/ui/elements'
import { Icon } from '../../shared/ui/icon.tsx'
import { bell, forward, headset, user as userIcon } from '../../shared/ui/icons.ts'
import styles from './profile.module.css'

function Arrow() {
  return (
    <Box className={styles.arrow}>
      <Icon of={forward} size={20} />
    </Box>
  )
}

function VerificationBadge({ user }: { readonly user: UserInfo }) {
  const isPassed = isVerified(user)
  return (
    <Box as="span" className={classes(styles.badge, isPassed ? styles.verified : styles.unverified)}>
      {isPassed ? '已实名' : '未实名'}
    </Box>
  )
}

export function Profile({ user }: { readonly user: UserInfo }) {
  return (
    <Tap className={styles.profile} to={pathOf('user/personalData')}>
      <Box className={styles.avatar} isDecoration />
      <Box className={styles.words}>
        <Box className={styles.nameRow}>
          <Box as="h1" className={styles.name}>
            {user.name}
          </Box>
          <VerificationBadge user={user} />
        </Box>
        <Box as="p" className={styles.phone}>
          {maskPhone(user.mobilePhone)}
        </Box>
      </Box>
      <Arrow />
    </Tap>
  )
}

export function LoginEntry() {
  return (
    <Tap className={styles.profile} to={pathOf('login/login')}>
      <Box className={classes(styles.avatar, styles.nobody)} isDecoration>
        <Icon of={userIcon} size={28} />
      </Box>
      <Box className={styles.words}>
        <Box as="h1" className={styles.name}>
          点击登录
        </Box>
        <Box as="p" className={styles.phone}>
          登录后管理你的云手机
        </Box>
      </Box>
      <Arrow />
    </Tap>
  )
}

const corner = [
  { icon: headset, label: '联系客服', route: 'CustomerService/index' },
  { icon: bell, label: '消息中心', route: 'user/message' },
] as const

/** In the corner of the page, beside the mini-program's own capsule. */
export function ProfileHeader() {
  return (
    <Box as="header" className={styles.header}>
      {corner.map(({ icon, label, route }) => (
        <Tap key={route} className={styles.corner} label={label} to={pathOf(route)}>
          <Icon of={icon} />
        </Tap>
      ))}
    </Box>
  )
}
