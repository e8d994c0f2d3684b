import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import styles from './profile.module.css'

interface AvatarSheetProps {
  readonly isOpen: boolean
  readonly onChoose: () => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Replaces or removes the avatar. */
export function AvatarSheet({ isOpen, onChoose, onRemove, onClose }: AvatarSheetProps) {
  return (
    <Sheet isOpen={isOpen} title="头像" onClose={onClose}>
      <Box className={styles.avatarActions}>
        <Button onTap={onChoose}>选择新头像</Button>
        <Button variant="outline" onTap={onRemove}>
          恢复默认头像
        </Button>
      </Box>
    </Sheet>
  )
}
