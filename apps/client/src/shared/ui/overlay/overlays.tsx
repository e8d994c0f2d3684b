import { indicatorText, useInFlight } from '../../feedback/in-flight.ts'
import { useToast } from '../../feedback/toast.ts'
import { Box } from '../elements/elements'
import { BusyView } from '../status/spinner.tsx'
import { DialogView } from './dialog-view.tsx'
import styles from './overlays.module.css'
import { ToastView } from './toast-view.tsx'

/** What lies over the page on screen: the loading indicator, a question, a short message. */
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
