import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import styles from './profile.module.css'
import { changeAvatar, removeAvatar } from './profile-changes.ts'

interface AvatarSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Replaces or removes the avatar. */
export function AvatarSheet({ isOpen, onClose }: AvatarSheetProps) {
  const choose = (action: () => Promise<void>) => () => {
    onClose()
    void action()
  }
  return (
    <Sheet isOpen={isOpen} title="头像" onClose={onClose}>
      <Box className={styles.avatarActions}>
        <Button onTap={choose(changeAvatar)}>选择新头像</Button>
        <Button variant="outline" onTap={choose(removeAvatar)}>
          恢复默认头像
        </Button>
      </Box>
    </Sheet>
  )
}
