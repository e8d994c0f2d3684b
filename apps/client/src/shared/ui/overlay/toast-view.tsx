import type { Toast } from '../../feedback/toast.ts'
import { Box } from '../elements/elements'
import { Icon } from '../icon/icon.tsx'
import { alert, check, type IconDrawing } from '../icon/icons.ts'
import styles from './toast-view.module.css'

const icons: Readonly<Record<Toast['kind'], IconDrawing | undefined>> = {
  info: undefined,
  success: check,
  error: alert,
}

/** The visible part of a toast. */
export function ToastView({ text, kind }: Toast) {
  const icon = icons[kind]
  return (
    <Box className={styles.toast}>
      {icon && <Icon of={icon} size={20} />}
      <Box className={styles.text}>{text}</Box>
    </Box>
  )
}
