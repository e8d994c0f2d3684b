import type { PropsWithChildren } from 'react'
import { IconButton } from '../../../../shared/ui/button/icon-button.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { close } from '../../../../shared/ui/icon/icons.ts'
import { Logo } from '../../../../shared/ui/icon/logo.tsx'
import { closeLogin } from './leave-login.ts'
import styles from './login-header.module.css'

export function LoginHeader() {
  return (
    <Box as="header" className={styles.bar}>
      <Box className={styles.row}>
        <IconButton of={close} label="关闭" onTap={() => void closeLogin()} />
      </Box>
    </Box>
  )
}

interface LoginWelcomeProps extends PropsWithChildren {
  readonly title?: string
  readonly hint: string
}

export function LoginWelcome({ title = '欢迎来到云机', hint, children }: LoginWelcomeProps) {
  return (
    <Box className={styles.welcome}>
      <Logo isLarge />
      <Box as="h1" className={styles.title}>
        {title}
      </Box>
      <Box as="p" className={styles.hint}>
        {hint}
      </Box>
      {children}
    </Box>
  )
}
