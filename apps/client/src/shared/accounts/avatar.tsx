import { client } from '../platform/app/client'
import { classes } from '../ui/classes.ts'
import { Box } from '../ui/elements/elements'
import { Icon } from '../ui/icon/icon.tsx'
import { user } from '../ui/icon/icons.ts'
import { Picture } from '../ui/picture/picture'
import styles from './avatar.module.css'

interface AvatarProps {
  /** Empty for the default picture. */
  readonly src?: string
  readonly isNobody?: boolean
  /** Size for lists. */
  readonly isSmall?: boolean
}

/** An avatar of our server is a path without a host. */
const addressOf = (src: string) => (src.startsWith('/') ? client.apiBase + src : src)

export function Avatar({ src, isNobody, isSmall }: AvatarProps) {
  return (
    <Box className={classes(styles.avatar, isNobody && styles.nobody, isSmall && styles.small)} isDecoration>
      {isNobody && <Icon of={user} size={28} />}
      {src && <Picture className={styles.picture} src={addressOf(src)} />}
    </Box>
  )
}
