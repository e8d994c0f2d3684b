import { indicatorText, useInFlight } from '../feedback/in-flight.ts'
import { type Toast, useToast } from '../feedback/toast.ts'
import { DialogView } from './dialog-view.tsx'
import { Box } from './elements'
import { Icon } from './icon.tsx'
import { alert, check, type IconDrawing } from './icons.ts'
import styles from './overlays.module.css'
import { Spinner } from './spinner.tsx'

const toastIcons: Readonly<Record<Toast['kind'], IconDrawing | undefined>> = {
  info: undefined,
  success: check,
  error: alert,
}

function ToastView({ text, kind }: Toast) {
  const icon = toastIcons[kind]
  return (
    <Box className={styles.toast}>
      {icon && <Icon of={icon} size={20} />}
      <Box as="span">{text}</Box>
    </Box>
  )
}

function Busy({ text }: { readonly text: string }) {
  return (
    <Box className={styles.cover} role="status">
      <Box className={styles.busy}>
        <Spinner />
        <Box as="p">{text}</Box>
      </Box>
    </Box>
  )
}

/** What lies over the page on screen: the loading indicator, a question, a short message. */
export function Overlays() {
  const text = useInFlight(indicatorText)
  const toast = useToast((state) => state.toast)
  return (
    <>
      {text && <Busy text={text} />}
      <DialogView />
      <Box className={styles.toastPlace} live="assertive">
        {toast && <ToastView {...toast} />}
      </Box>
    </>
  )
}
