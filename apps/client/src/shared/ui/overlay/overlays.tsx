import { indicatorText, useInFlight } from '../../feedback/in-flight.ts'
import { useToast } from '../../feedback/toast.ts'
import { Box } from '../elements/elements'
import { BusyView } from '../status/spinner.tsx'
import { DialogView } from './dialog-view.tsx'
import styles from './overlays.module.css'
import { ToastView } from './toast-view.tsx'

/** Overlays of the visible page: loading indicator, dialog, toast. */
export function Overlays() {
  const text = useInFlight(indicatorText)
  const toast = useToast((state) => state.toast)
  return (
    <>
      {text && (
        <Box className={styles.cover}>
          <BusyView text={text} />
        </Box>
      )}
      <DialogView />
      <Box className={styles.toastPlace} live="assertive">
        {toast && <ToastView {...toast} />}
      </Box>
    </>
  )
}
