import { useDialog } from '../feedback/dialog.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Box } from './elements'
import styles from './overlays.module.css'
import { useModalFocus } from './use-modal-focus'

const DIALOG_ID = 'dialog'

export function DialogView() {
  const dialog = useDialog((state) => state.dialog)
  useModalFocus(DIALOG_ID, dialog !== null, () => dialog?.answer(false))
  if (!dialog) return null
  const { title, body, cancelText, confirmText, isDanger, answer } = dialog
  return (
    <Box className={classes(styles.cover, styles.scrim)}>
      <Box id={DIALOG_ID} className={styles.dialog} role="alertdialog" label={title}>
        <Box as="h2" className={styles.title}>
          {title}
        </Box>
        {body && (
          <Box as="p" className={styles.body}>
            {body}
          </Box>
        )}
        <Box className={styles.buttons}>
          {cancelText && (
            <Box className={styles.choice}>
              <Button look="outline" size="medium" onTap={() => answer(false)}>
                {cancelText}
              </Button>
            </Box>
          )}
          <Box className={styles.choice}>
            <Button look={isDanger ? 'irreversible' : 'primary'} size="medium" onTap={() => answer(true)}>
              {confirmText}
            </Button>
          </Box>
        </Box>
      </Box>
    </Box>
  )
}
