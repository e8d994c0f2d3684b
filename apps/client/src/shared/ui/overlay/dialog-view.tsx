import { useDialog } from '../../feedback/dialog.ts'
import { Box, Scrim } from '../elements/elements'
import { DialogCard } from './dialog-card.tsx'
import styles from './overlays.module.css'
import { useModalFocus } from './use-modal-focus'

const DIALOG_ID = 'dialog'

/** The open dialog. A tap outside does not close it. */
export function DialogView() {
  const dialog = useDialog((state) => state.dialog)
  useModalFocus(DIALOG_ID, dialog !== null, () => dialog?.answer(false))
  if (!dialog) return null
  return (
    <Box className={styles.cover}>
      <Scrim className={styles.scrim} />
      <DialogCard id={DIALOG_ID} {...dialog} />
    </Box>
  )
}
