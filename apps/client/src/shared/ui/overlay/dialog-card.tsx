import type { DialogContent } from '../../feedback/dialog.ts'
import { Button } from '../button/button.tsx'
import { TextLink } from '../button/text-link.tsx'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import styles from './dialog-card.module.css'

interface DialogCardProps extends DialogContent {
  readonly id?: string
  readonly answer: (isConfirmed: boolean) => void
}

/** The visible part of a dialog. */
export function DialogCard(dialog: DialogCardProps) {
  const { id, icon, title, body, cancelText, confirmText, isDanger, safer, onDecline, answer } = dialog
  const takeSaferWay = () => {
    answer(false)
    safer?.onTap()
  }
  const decline = () => {
    onDecline?.()
    answer(false)
  }
  return (
    <Box id={id} className={styles.dialog} role="alertdialog" label={title} isModal>
      {icon && (
        <Box className={classes(styles.icon, isDanger && styles.danger)}>
          <Icon of={icon} size={28} />
        </Box>
      )}
      <Box as="h2" className={styles.title}>
        {title}
      </Box>
      {body && (
        <Box as="p" className={styles.body}>
          {body}
        </Box>
      )}
      {safer && (
        <Box className={styles.safer}>
          <TextLink icon={safer.icon} onTap={takeSaferWay}>
            {safer.text}
          </TextLink>
        </Box>
      )}
      <Box className={classes(styles.buttons, Boolean(safer) && styles.close)}>
        {cancelText && (
          <Box className={styles.choice}>
            <Button variant="quiet" onTap={decline}>
              {cancelText}
            </Button>
          </Box>
        )}
        <Box className={styles.choice}>
          <Button variant={isDanger ? 'irreversible' : 'primary'} onTap={() => answer(true)}>
            {confirmText}
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
